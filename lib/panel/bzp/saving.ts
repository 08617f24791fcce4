import type { BzpFilter } from '@/lib/contract/bzp'
import type { ConditionOf } from '@/lib/contract/panel/rule-conditions'
import type { RuleBody } from '@/lib/contract/panel/rules'
import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { lockNoticeCursor } from '@/lib/storage/panel/bzp/cursor'
import { handOver, putReading } from '@/lib/storage/panel/bzp/readings'
import type { BzpReadingTable } from '@/lib/storage/panel/bzp/tables'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'
import { noticePosition } from '@/lib/storage/registers/bzp-notices'

import type { PanelContext } from '../context'
import { type AlertPreview, checkedTerms, requireBearable } from './alert-checks'
import { toFoundNotice } from './remote-notice'

type TenderBody = RuleBody & { readonly condition: ConditionOf<'tender'> }

/** Sound: written by this panel alone, from input that its schema has checked. */
export const filterOf = ({ condition }: Pick<RuleTable, 'condition'>): BzpFilter =>
  (JSON.parse(condition) as ConditionOf<'tender'>).filter

/** Checks a rule of tenders. Whatever the rule finds anew it finds from the moment on at which it is saved. */
export async function prepareTender(body: RuleBody, before: RuleTable | undefined, context: PanelContext) {
  // Sound: rules of this kind alone come here.
  const { condition, is_team: isTeam } = body as TenderBody
  const { filter } = condition
  await checkedTerms(filter)
  const isNew = beginsAnew(body, before, filter)
  const isOtherTiming = body.timing === 'at_once' && before?.timing !== 'at_once'
  // What it finds is asked again only where another answer matters.
  const preview = isNew || isOtherTiming ? await context.ask('bzp.previewAlert', { body: filter }) : undefined
  if (preview) requireBearable(preview, body)
  return async (db: AccountTx) => {
    const baseline = isNew ? await readBaseline(db, context, preview) : undefined
    return async (ruleId: string) => {
      if (baseline) await putReading(db, { rule_id: ruleId, ...baseline })
      if (!isTeam) await handOver(db, ruleId, context.user.id)
    }
  }
}

const beginsAnew = ({ enabled }: RuleBody, before: RuleTable | undefined, filter: BzpFilter): boolean =>
  before?.kind !== 'tender' ||
  (before.enabled === 0 && enabled) ||
  JSON.stringify(filterOf(before)) !== JSON.stringify(filter)

/** What was there when an alert was saved: whoever saved it has just seen it. */
type Baseline = Omit<BzpReadingTable, 'rule_id'>

async function readBaseline(
  db: AccountTx,
  context: PanelContext,
  preview: AlertPreview | undefined,
): Promise<Baseline> {
  const { now, isEmbedded } = context
  const at = now.toISOString()
  const nothing = { since_ids: null, read_at: null, complete_until: null, gap_until: null, missing: 0, problem: null }
  if (!isEmbedded) return { ...nothing, ...remoteBaseline(preview, at), since_position: 0, complete_until: at }
  await lockNoticeCursor(db, now)
  return { ...nothing, since_position: await noticePosition(db), since_at: at }
}

/** A remote service shows its five newest. When it finds nothing, whatever it finds later is new, whatever its date. */
function remoteBaseline(preview: AlertPreview | undefined, at: string): Pick<Baseline, 'since_at' | 'since_ids'> {
  if (preview?.count === 0) return { since_at: '', since_ids: null }
  const examples = (preview?.examples ?? []).map(toFoundNotice)
  const newest = examples
    .flatMap(({ published_at: of }) => of ?? [])
    .toSorted()
    .at(-1)
  // Those that say no date are known by their ids alone.
  const ids = examples.filter(({ published_at: of }) => of === undefined || of === newest).map(({ id }) => id)
  return { since_at: newest ?? at, since_ids: JSON.stringify(ids) }
}
