import type { BzpFilter } from '@/lib/contract/bzp'
import type { AlertDelivery, BzpAlert, BzpAlertBody } from '@/lib/contract/panel/bzp-alerts'
import { foldLine } from '@/lib/domain/fold'

import { type AlertList, alertLists } from '../filter/alert-filter'

/** What stands in the form of an alert. */
export interface SavedAlertDraft {
  readonly name: string
  readonly filter: BzpFilter
  readonly isTeam: boolean
  readonly delivery: AlertDelivery
  readonly hour: number
  /** Ids of users. */
  readonly recipients: readonly string[]
  readonly mutedUntil: string | null
}

/** Before the day's work begins. */
const USUAL_HOUR = 7

export const draftOfFilter = (filter: BzpFilter, name: string): SavedAlertDraft => ({
  name,
  filter,
  isTeam: false,
  delivery: 'daily',
  hour: USUAL_HOUR,
  recipients: [],
  mutedUntil: null,
})

export const draftOfAlert = (alert: BzpAlert): SavedAlertDraft => ({
  name: alert.name,
  filter: alert.filter,
  isTeam: alert.is_team,
  delivery: alert.delivery,
  hour: alert.digest_hour,
  recipients: alert.recipients.map((recipient) => recipient.user_id),
  mutedUntil: alert.muted_until,
})

/** An own alert tells who saved it: recipients that were chosen for the team stay with the form. */
export const bodyOfDraft = (draft: SavedAlertDraft): BzpAlertBody => ({
  name: draft.name.replace(/\s+/g, ' ').trim(),
  filter: draft.filter,
  is_team: draft.isTeam,
  delivery: draft.delivery,
  digest_hour: draft.hour,
  recipients: draft.isTeam ? [...draft.recipients] : [],
  muted_until: draft.mutedUntil,
})

const MAX_NAME = 80

/** What the filter is about, in its own words: `remont, most – lubelskie`. `nameOf`: words of a value, e.g. of an order type. */
export function proposeName(filter: BzpFilter, nameOf: (list: AlertList, value: string) => string): string {
  const some = (lists: readonly AlertList[], count: number) =>
    lists
      .flatMap((list) => filter[list].map((value) => nameOf(list, value)))
      .slice(0, count)
      .join(', ')
  const what = some(['keywords', 'cpv', 'order_types', 'authorities'], 3)
  const where = some(['cities', 'provinces'], 2)
  return [what, where]
    .filter((part) => part !== '')
    .join(' – ')
    .slice(0, MAX_NAME)
}

/** The name, or the first one after it that none of the others has: `Drogi`, `Drogi 2`. */
export function unusedName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(foldLine))
  const numbered = (turn: number) => (turn === 1 ? name : `${name.slice(0, MAX_NAME - 5)} ${turn}`)
  let turn = 1
  while (taken.has(foldLine(numbered(turn)))) turn += 1
  return numbered(turn)
}

export const filterLimits = ['value_from', 'value_to', 'min_days_to_offer'] as const
export type FilterLimit = (typeof filterLimits)[number]

/** One difference between two drafts: a field with both its states, or what came and went in a list. */
export type DraftChange =
  | {
      readonly kind: 'field'
      readonly field: 'name' | 'isTeam' | 'delivery' | 'hour' | 'recipients' | 'mutedUntil' | FilterLimit
    }
  | {
      readonly kind: 'list'
      readonly list: AlertList
      readonly added: readonly string[]
      readonly removed: readonly string[]
    }

const fieldChange = (field: Extract<DraftChange, { kind: 'field' }>['field']): DraftChange => ({ kind: 'field', field })

function listChange(before: BzpFilter, after: BzpFilter, list: AlertList): readonly DraftChange[] {
  const added = after[list].filter((value) => !before[list].includes(value))
  const removed = before[list].filter((value) => !after[list].includes(value))
  return added.length + removed.length === 0 ? [] : [{ kind: 'list', list, added, removed }]
}

/** The digest's hour says nothing where there is no digest, nor recipients where an alert is one's own. */
function fieldsOf(
  draft: SavedAlertDraft,
): readonly (readonly [Extract<DraftChange, { kind: 'field' }>['field'], unknown])[] {
  const hasHour = draft.delivery === 'daily' || draft.delivery === 'weekly'
  return [
    ['name', draft.name.trim()],
    ['isTeam', draft.isTeam],
    ['delivery', draft.delivery],
    ['hour', hasHour ? draft.hour : null],
    ['recipients', draft.isTeam ? [...draft.recipients].sort().join(' ') : ''],
    ['mutedUntil', draft.mutedUntil],
    ...filterLimits.map((limit) => [limit, draft.filter[limit]] as const),
  ]
}

/** How one draft differs from another, in the order of the form. */
export function diffDrafts(before: SavedAlertDraft, after: SavedAlertDraft): readonly DraftChange[] {
  const was = new Map(fieldsOf(before))
  return [
    ...fieldsOf(after).flatMap(([field, value]) => (was.get(field) === value ? [] : [fieldChange(field)])),
    ...alertLists.flatMap((list) => listChange(before.filter, after.filter, list)),
  ]
}
