import { rolesOfRule, ruleKindNames } from '@/lib/contract/panel/rule-conditions'
import type { RuleColleague, RuleKindRights } from '@/lib/contract/panel/rules'
import type { Role } from '@/lib/domain/roles'
import { listReaders, mayRead, type RuleReader } from '@/lib/storage/panel/rules/rules'

import type { PanelHandlersOf } from '../context'
import { listChannelsOf, maySpeakThrough } from './channels'
import { lookAfterSaving } from './look-now'
import { readNotices, testRule } from './notices'
import { previewHandler } from './preview'
import { readRules } from './rule-view'
import { changeRule, createRule, removeRule } from './rules'

/** Of kinds that the role sees at all; those of tenders are on their own page. */
const seenKinds = (role: Role) =>
  ruleKindNames.filter((kind) => kind !== 'tender' && rolesOfRule[kind].read.includes(role))

const rightsOf = (role: Role): RuleKindRights[] =>
  seenKinds(role).map((kind) => {
    const { own, write, address } = rolesOfRule[kind]
    return { kind, own: own.includes(role), team: write.includes(role), addresses: address.includes(role) }
  })

const colleagueOf = (reader: RuleReader, role: Role): RuleColleague => ({
  user_id: reader.user_id,
  email: reader.email,
  name: reader.name,
  kinds: seenKinds(role).filter((kind) => mayRead(reader, rolesOfRule[kind].read)),
})

export const ruleHandlers: PanelHandlersOf<'rules'> = {
  'rules.list': async (_input, context) => {
    const { db } = context.storage
    const readers = await listReaders(db, context.account.id)
    const channels = await listChannelsOf(db, context.account.id)
    return {
      smtp: context.mail.mailer !== null,
      items: await readRules(db, context, 'others'),
      kinds: rightsOf(context.user.role),
      colleagues: readers.map((each) => colleagueOf(each, context.user.role)).filter(({ kinds }) => kinds.length > 0),
      channels: channels
        .filter((channel) => maySpeakThrough(context.user.id, channel))
        .map(({ owner: _of, ...channel }) => channel),
    }
  },
  'rules.create': async ({ body }, context) => {
    const rule = await createRule(body, context)
    await lookAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.update': async ({ params, body }, context) => {
    const rule = await changeRule(params.id, body, context)
    await lookAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.delete': ({ params }, context) => removeRule(params.id, context),
  'rules.preview': previewHandler,
  'rules.notices': ({ params }, context) => readNotices(params.id, context),
  'rules.test': ({ params }, context) => testRule(params.id, context),
}
