import type { PanelHandlersOf, PanelHandler } from '@/lib/panel/context'
import { findAccount } from '@/lib/service/accounts/statements/accounts'

import { checkAfterSaving } from './check-now'
import { ruleKindNames } from './contract/conditions'
import { RULE_PREVIEW_DAYS, type RulePreview } from './contract/rules'
import { type RuleTimes, notifyAt } from './domain/rule-times'
import { kindOf } from './kinds/registry'
import { readNotices, testRule } from './notices'
import { readRecipientOptions } from './recipient-options'
import { requireNoPeselsInRule, requireWriter } from './rule-checks'
import { rules } from './rule-view'
import { changeRule, createRule, removeRule, timesOf } from './rules'

const DAY_MS = 86_400_000
/** Matches found in one run of the job are sent immediately in one message. */
const RUN_MS = 15_000

/** Uses the same match test and windows as delivery. A mute only affects days to come, so the preview ignores it. */
const previewHandler: PanelHandler<'rules.preview'> = async ({ body }, context) => {
  requireWriter(body, context)
  requireNoPeselsInRule({ name: '', condition: body.condition })
  const { account, now, storage, callService, isEmbedded } = context
  const created = (await findAccount(storage.db, account.id))?.created_at ?? now.toISOString()
  const from = new Date(now.getTime() - RULE_PREVIEW_DAYS * DAY_MS)
  const checkContext = { storage, now, callService, isEmbedded, account: { id: account.id, created_at: created } }
  const kind = kindOf(body.condition.kind)
  const { since, found } = await kind.preview(checkContext, body.condition, from)
  const reached = await kind.reachedNow?.(checkContext, body.condition)
  const times = timesOf(body)
  return {
    days: RULE_PREVIEW_DAYS,
    since: since?.toISOString() ?? null,
    is_whole: since !== undefined && since <= from,
    ...(since === undefined ? { messages: null, items: null } : countOf({ ...times, muted_until: null }, found, now)),
    next_at: body.timing === 'at_once' ? null : notifyAt(times, now).toISOString(),
    reached: reached === undefined ? null : [...reached],
  }
}

/** Counts the messages; matches whose window has not ended yet make no message. */
function countOf(times: RuleTimes, found: readonly Date[], now: Date): Pick<RulePreview, 'messages' | 'items'> {
  const notifyTimes = found.map((at) => notifyAt(times, at)).filter((at) => at <= now)
  const runs = new Set(notifyTimes.map((at) => Math.ceil(at.getTime() / RUN_MS)))
  return { messages: runs.size, items: notifyTimes.length }
}

/** Tender rules are left out, because they have a separate page. */
const listedKinds = ruleKindNames.filter((kind) => kind !== 'tender')

export const ruleHandlers: PanelHandlersOf<'rules'> = {
  'rules.list': async (_input, context) => ({
    ...(await readRecipientOptions(context, listedKinds)),
    ...(await rules.list(context, ({ kind }) => kind !== 'tender')),
  }),
  'rules.create': async ({ body }, context) => {
    const rule = await createRule(body, context)
    await checkAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.update': async ({ params, body }, context) => {
    const rule = await changeRule(params.id, body, context)
    await checkAfterSaving(context, body.condition.kind)
    return rule
  },
  'rules.delete': ({ params }, context) => removeRule(params.id, context),
  'rules.preview': previewHandler,
  'rules.notices': ({ params }, context) => readNotices(params.id, context),
  'rules.test': ({ params }, context) => testRule(params.id, context),
}
