import { blankDraft, draftOfRule, recipientsOf, type RuleDraft } from '@/components/shared/rules/rule-draft'
import type { BzpFilter } from '@/lib/contract/bzp'
import { foldLine } from '@/lib/domain/fold'
import type { Locale } from '@/lib/domain/format/locales'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'
import type { ConditionOf } from '@/lib/features/rules/contract/conditions'

import { type AlertLimit, alertLimits, type AlertList, alertLists } from '../filter/alert-filter'

type TenderCondition = ConditionOf<'tender'>

export type SavedAlertDraft = RuleDraft<TenderCondition>

export const ruleOfAlert = ({
  filter,
  ...rule
}: BzpAlert): Omit<BzpAlert, 'filter'> & { readonly condition: TenderCondition } => ({
  ...rule,
  condition: { kind: 'tender', filter },
})

export const draftOfAlert = (alert: BzpAlert): SavedAlertDraft => draftOfRule(ruleOfAlert(alert))

/** The form adds the user who saves it as a recipient. */
export const draftOfFilter = (filter: BzpFilter, name: string, language: Locale): SavedAlertDraft => ({
  ...blankDraft<TenderCondition>({ kind: 'tender', filter }, language),
  name,
})

const MAX_NAME = 80

/** Official names of CPV codes may fill a whole line. */
const MAX_WORDS = 40

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function shortened(text: string): string {
  if (text.length <= MAX_WORDS) return text
  const cut = text.slice(0, MAX_WORDS)
  return `${cut.replace(/[,\s]+\S*$/, '')}…`
}

/**
 * Proposes a name from the filter's own words, such as `Remont, most – Lubelskie`. `nameOf` names a value, for example
 * an order type or a CPV code.
 */
export function proposeName(filter: BzpFilter, nameOf: (list: AlertList, value: string) => string): string {
  const firstWords = (lists: readonly AlertList[], count: number) =>
    lists
      .flatMap((list) => filter[list].map((value) => shortened(nameOf(list, value))))
      .slice(0, count)
      .join(', ')
  const conditions = firstWords(['keywords', 'cpv', 'order_types', 'authorities'], 3)
  const places = firstWords(['cities', 'provinces'], 2)
  return [conditions, places]
    .filter((part) => part !== '')
    .map(capitalized)
    .join(' – ')
    .slice(0, MAX_NAME)
}

/** Returns the name, or its first numbered variant that is not taken: `Drogi`, `Drogi 2`. */
export function unusedName(name: string, others: readonly string[]): string {
  const usedNames = new Set(others.map(foldLine))
  const numberedName = (suffix: number) => (suffix === 1 ? name : `${name.slice(0, MAX_NAME - 5)} ${suffix}`)
  let number = 1
  while (usedNames.has(foldLine(numberedName(number)))) number += 1
  return numberedName(number)
}

interface Renaming {
  /** The name proposed for the saved filter, and for the changed one. */
  readonly before: string
  readonly after: string
  readonly others: readonly string[]
}

/** A proposed name follows a changed filter; a name that somebody gave stays. */
export function renamed(name: string, { before, after, others }: Renaming): string {
  const isProposed = before !== '' && name.startsWith(before) && /^(?: \d+)?$/.test(name.slice(before.length))
  return !isProposed || after === '' || after === before ? name : unusedName(after, others)
}

type DeliveryField =
  | 'name'
  | 'isTeam'
  | 'delivery'
  | 'hour'
  | 'weekday'
  | 'workingDays'
  | 'quiet'
  | 'recipients'
  | 'mutedUntil'

export type DraftChange =
  | {
      readonly kind: 'field'
      readonly field: DeliveryField | AlertLimit
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

/** Without a digest the hour is irrelevant, and without messages all other delivery fields are. */
function fieldsOf(
  draft: SavedAlertDraft,
): readonly (readonly [Extract<DraftChange, { kind: 'field' }>['field'], unknown])[] {
  const { timing } = draft
  const hasHour = timing === 'daily' || timing === 'weekly'
  const hasDelivery = timing !== 'none'
  return [
    ['name', draft.name.trim()],
    ['isTeam', draft.is_team],
    ['delivery', timing],
    ['hour', hasHour ? draft.digest_hour : null],
    ['weekday', timing === 'weekly' ? draft.weekday : null],
    ['workingDays', hasDelivery && draft.working_days_only],
    ['quiet', hasDelivery && draft.quiet !== null ? `${draft.quiet.from}–${draft.quiet.to}` : null],
    ['recipients', recipientsOf(draft).toSorted().join(' ')],
    ['mutedUntil', draft.muted_until],
    ...alertLimits.map((limit) => [limit, draft.condition.filter[limit]] as const),
  ]
}

export function diffDrafts(before: SavedAlertDraft, after: SavedAlertDraft): readonly DraftChange[] {
  const valuesBefore = new Map(fieldsOf(before))
  return [
    ...fieldsOf(after).flatMap(([field, value]) => (valuesBefore.get(field) === value ? [] : [fieldChange(field)])),
    ...alertLists.flatMap((list) => listChange(before.condition.filter, after.condition.filter, list)),
  ]
}
