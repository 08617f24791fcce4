import { type TellingDraft, tellingOf, toldBody } from '@/components/shared/rules/telling-draft'
import type { BzpFilter } from '@/lib/contract/bzp'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import type { Rule, RuleBody } from '@/lib/contract/panel/rules'
import { foldLine } from '@/lib/domain/fold'
import type { Locale } from '@/lib/domain/format/locales'

import { type AlertList, alertLists } from '../filter/alert-filter'

/** What stands in the form of an alert. */
export interface SavedAlertDraft extends TellingDraft {
  readonly filter: BzpFilter
}

/** Before the day's work begins. */
const USUAL_HOUR = 7
const MONDAY = 1

/** It tells who saves it, whom the form knows. */
export const draftOfFilter = (filter: BzpFilter, name: string, language: Locale): SavedAlertDraft => ({
  name,
  filter,
  is_team: false,
  timing: 'daily',
  digest_hour: USUAL_HOUR,
  weekday: MONDAY,
  working_days_only: false,
  quiet: null,
  muted_until: null,
  enabled: true,
  language,
  members: [],
  addresses: [],
  channels: [],
})

export const draftOfAlert = (alert: BzpAlert): SavedAlertDraft => ({ ...tellingOf(alert), filter: alert.filter })

export const bodyOfDraft = ({ filter, ...draft }: SavedAlertDraft): RuleBody => ({
  ...toldBody(draft),
  condition: { kind: 'tender', filter },
})

/** The rule that an alert is. */
export const ruleOfAlert = ({ filter, ...rule }: BzpAlert): Rule => ({ ...rule, condition: { kind: 'tender', filter } })

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

type TellingField =
  | 'name'
  | 'isTeam'
  | 'delivery'
  | 'hour'
  | 'weekday'
  | 'workingDays'
  | 'quiet'
  | 'recipients'
  | 'mutedUntil'

/** One difference between two drafts: a field with both its states, or what came and went in a list. */
export type DraftChange =
  | {
      readonly kind: 'field'
      readonly field: TellingField | FilterLimit
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

/** An hour says nothing where there is no digest, nor does anything else of messages where there are none. */
function fieldsOf(
  draft: SavedAlertDraft,
): readonly (readonly [Extract<DraftChange, { kind: 'field' }>['field'], unknown])[] {
  const { timing } = draft
  const hasHour = timing === 'daily' || timing === 'weekly'
  const isTold = timing !== 'none'
  return [
    ['name', draft.name.trim()],
    ['isTeam', draft.is_team],
    ['delivery', timing],
    ['hour', hasHour ? draft.digest_hour : null],
    ['weekday', timing === 'weekly' ? draft.weekday : null],
    ['workingDays', isTold && draft.working_days_only],
    ['quiet', isTold && draft.quiet !== null ? `${draft.quiet.from}–${draft.quiet.to}` : null],
    ['recipients', recipientsOf(draft).toSorted().join(' ')],
    ['mutedUntil', draft.muted_until],
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

export const recipientsOf = ({ members, addresses, channels, is_team: isTeam }: SavedAlertDraft): readonly string[] => [
  ...members,
  ...(isTeam ? addresses : []),
  ...channels,
]
