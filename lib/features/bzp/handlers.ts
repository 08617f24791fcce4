import { warsawMonth } from '@/lib/domain/calendar'
import { recordChange } from '@/lib/features/audit/audit'
import { readRecipientOptions } from '@/lib/features/rules/recipient-options'
import { rules } from '@/lib/features/rules/rule-view'
import type { PanelContext, PanelHandlersOf, PanelHandler } from '@/lib/panel/context'
import { asViewer } from '@/lib/panel/owned'
import { noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import { inAccount } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { calendarHandler } from './calendar'
import type { BzpAlert, BzpWatch } from './contract/alerts'
import { importHandler } from './import'
import { listHandler, updateHandler } from './matches'
import { findNoticeCursor, hasDueNotices } from './statements/cursor'
import { countMatches, countUnseenTenders, highestNumber, markSeenUpTo } from './statements/matches'
import { listVisibleTenderRules, type TenderRule } from './statements/readings'
import { findWatch, openWatch, updateWatch } from './statements/watches'

async function readWatch(db: Db, context: PanelContext): Promise<BzpWatch> {
  const { isEmbedded, account, now } = context
  const noCounts = { budget_units: 0, used_units: 0, previews: 0, problem: null, behind: [] }
  if (isEmbedded) return { ...noCounts, is_free: true, read_until: await readUntil(db, now) }
  const alerts = await listVisibleTenderRules(db, asViewer(context))
  const counts = await readCounts(db, { accountId: account.id, month: warsawMonth(now) })
  return { is_free: false, ...counts, read_until: readUntilOf(alerts), behind: alerts.flatMap(behindOf) }
}

async function readCounts(db: Db, key: { readonly accountId: string; readonly month: string }) {
  const watch = await findWatch(db, key.accountId)
  const { budget_units, problem } = watch ?? { budget_units: 0, problem: null }
  const { used_units, previews } = watch?.month === key.month ? watch : { used_units: 0, previews: 0 }
  return { budget_units, used_units, previews, problem }
}

/** The instant up to which every alert without a gap has been matched. */
function readUntilOf(alerts: readonly TenderRule[]): string | null {
  const current = alerts.filter(({ missing, problem }) => missing === 0 && problem === null)
  return current.map(({ complete_until: until, created_at: at }) => until ?? at).toSorted()[0] ?? null
}

function behindOf({ id, complete_until, created_at, missing, problem }: TenderRule): BzpWatch['behind'] {
  if (missing === 0 && problem === null) return []
  return [{ alert_id: id, since: complete_until ?? created_at, missing, why: problem ?? 'budget' }]
}

/** When no notice waits to be read, everything up to now has been matched. */
async function readUntil(db: Db, now: Date): Promise<string | null> {
  const cursor = await findNoticeCursor(db)
  if (!cursor) return null
  const isCurrent = cursor.position >= (await noticePosition(db)) && !(await hasDueNotices(db, now.toISOString()))
  return isCurrent ? now.toISOString() : cursor.read_until
}

const setBudgetHandler: PanelHandler<'bzpAlerts.setBudget'> = ({ body }, context) =>
  inAccount(context, async (db) => {
    const { account, now } = context
    const { budget_units: before } = await openWatch(db, account.id, warsawMonth(now))
    await updateWatch(db, account.id, body)
    if (before !== body.budget_units) {
      const change = { action: 'bzpAlerts.setBudget', before: { budget_units: before }, after: body } as const
      await recordChange(db, context, change)
    }
    return readWatch(db, context)
  })

export const bzpAlertHandlers: PanelHandlersOf<'bzpAlerts'> = {
  'bzpAlerts.list': async (_input, context) => {
    const { db } = context.storage
    return {
      ...(await readRecipientOptions(context, ['tender'])),
      items: await readAlerts(db, context),
      watch: await readWatch(db, context),
    }
  },
  'bzpAlerts.unseen': (_input, context) => countUnseenTenders(context.storage.db, asViewer(context)),
  'bzpAlerts.look': async ({ params, body }, context) => {
    const { db } = context.storage
    const { id } = await rules.require(db, context, params.id)
    const highest = await highestNumber(db, asViewer(context), [id])
    // Limited to the highest existing number; otherwise future matches would count as seen before they are found.
    await markSeenUpTo(db, { userId: context.user.id, alertId: id, upTo: Math.min(body.up_to, highest) })
    return undefined
  },
  'bzpAlerts.import': importHandler,
  'bzpAlerts.setBudget': setBudgetHandler,
}

export const bzpMatchHandlers: PanelHandlersOf<'bzpMatches'> = {
  'bzpMatches.list': listHandler,
  'bzpMatches.update': updateHandler,
  'bzpMatches.calendar': calendarHandler,
}

async function readAlerts(db: Db, context: PanelContext): Promise<BzpAlert[]> {
  const { items } = await rules.list(context, ({ kind }) => kind === 'tender')
  if (items.length === 0) return []
  const counts = new Map((await countMatches(db, asViewer(context))).map((each) => [each.alert_id, each]))
  return items.flatMap(({ condition, ...rule }) => {
    if (condition.kind !== 'tender') return []
    const found = counts.get(rule.id)
    return {
      ...rule,
      filter: condition.filter,
      match_count: found?.matches ?? 0,
      new_count: found?.unseen ?? 0,
      last_match_at: found?.last_at ?? null,
    }
  })
}
