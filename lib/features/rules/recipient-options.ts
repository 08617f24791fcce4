import type * as z from 'zod'

import type { PanelContext } from '@/lib/panel/context'

import { listRuleChannels, mayUseChannel } from './channels'
import { type RuleKindName, rolesOfRule } from './contract/conditions'
import type { ruleRecipientOptions } from './contract/rules'
import { listReaders, mayBeNotified } from './statements/rules'

/** Possible recipients of rules of these kinds, as far as the role sees them, and the role's rights on such rules. */
export async function readRecipientOptions(
  { account, user, mail, storage: { db } }: PanelContext,
  kinds: readonly RuleKindName[],
): Promise<z.output<typeof ruleRecipientOptions>> {
  const visibleKinds = kinds.filter((kind) => rolesOfRule[kind].read.includes(user.role))
  const colleagues = (await listReaders(db, account.id)).map((reader) => ({
    user_id: reader.user_id,
    email: reader.email,
    name: reader.name,
    kinds: visibleKinds.filter((kind) => mayBeNotified(reader, rolesOfRule[kind].read)),
  }))
  const channels = await listRuleChannels(db, account.id)
  return {
    smtp: mail.mailer !== null,
    kinds: visibleKinds.map((kind) => {
      const { own, write, address } = rolesOfRule[kind]
      const { role } = user
      return { kind, own: own.includes(role), team: write.includes(role), addresses: address.includes(role) }
    }),
    colleagues: colleagues.filter((each) => each.kinds.length > 0),
    channels: channels
      .filter((channel) => mayUseChannel(user.id, channel))
      .map(({ owner: _of, ...channel }) => channel),
  }
}
