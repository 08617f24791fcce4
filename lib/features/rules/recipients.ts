import type { Locale } from '@/lib/domain/format/locales'
import { normaliseMailbox } from '@/lib/domain/mailbox'
import type { Role } from '@/lib/domain/roles'
import { localeOf } from '@/lib/panel/mail/person-mail'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { listRuleChannels, mayUseChannel } from './channels'
import { type RuleKindName, rolesOfRule } from './contract/conditions'
import { listReaders, listTargets, mayBeNotified, type RuleReader } from './statements/rules'
import type { RuleTable, RuleTargetTable } from './tables'

/** Current recipients of a rule, without members who left or may no longer see it. */
export type Recipients = {
  /** Each mailbox occurs once. */
  readonly mails: readonly { readonly email: string; readonly locale: Locale; readonly target: RuleTargetTable }[]
  /** Ids of channels. */
  readonly channels: readonly string[]
}

type RuleScope = Pick<RuleTable, 'id' | 'account_id' | 'owner' | 'kind' | 'language'>

/** A kind that this version does not know has no readers. */
function readersOf({ kind, owner }: RuleScope): readonly Role[] {
  if (!Object.hasOwn(rolesOfRule, kind)) return []
  // Safe: it is one of the keys.
  const { own, read } = rolesOfRule[kind as RuleKindName]
  return owner === TEAM_OWNER ? read : own
}

export async function recipientsOf(db: Db, rule: RuleScope): Promise<Recipients> {
  const targets = await listTargets(db, rule.id)
  const readers = (await listReaders(db, rule.account_id)).filter((each) => mayBeNotified(each, readersOf(rule)))
  // A user's rule notifies no recipient once its owner may not see it.
  if (rule.owner !== TEAM_OWNER && !readers.some(({ user_id: id }) => id === rule.owner))
    return { mails: [], channels: [] }
  const mails = new Map<string, Recipients['mails'][number]>()
  for (const target of targets) {
    const mail = mailOf(target, rule, readers)
    if (mail && !mails.has(normaliseMailbox(mail.email))) mails.set(normaliseMailbox(mail.email), mail)
  }
  return { mails: [...mails.values()], channels: await channelsOf(db, rule, targets) }
}

function mailOf(target: RuleTargetTable, rule: RuleScope, readers: readonly RuleReader[]) {
  if (target.kind === 'address') {
    return rule.owner === TEAM_OWNER ? { email: target.target, locale: rule.language, target } : undefined
  }
  if (target.kind !== 'member' || (rule.owner !== TEAM_OWNER && target.target !== rule.owner)) return undefined
  const reader = readers.find(({ user_id: id }) => id === target.target)
  return reader && { email: reader.email, locale: localeOf(reader), target }
}

async function channelsOf(db: Db, rule: RuleScope, targets: readonly RuleTargetTable[]): Promise<string[]> {
  const wanted = targets.filter(({ kind }) => kind === 'channel').map(({ target }) => target)
  if (wanted.length === 0) return []
  const accountChannels = await listRuleChannels(db, rule.account_id)
  // Disabled channels are included: their messages are queued for a later replay.
  const usable = new Set(accountChannels.filter((channel) => mayUseChannel(rule.owner, channel)).map(({ id }) => id))
  return wanted.filter((id) => usable.has(id))
}
