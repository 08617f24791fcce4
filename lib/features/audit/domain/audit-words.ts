import { sourceName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime, formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { isPoolFigure, poolByFigure } from '@/lib/domain/usage/pools'
import type audit from '@/messages/pl/audit.json'

type Actions = (typeof audit)['actions']

/** `<noun>.<verb>`. An action without a text in both languages is a compile error. */
export type AuditAction = {
  [Noun in keyof Actions]: `${Noun}.${Extract<keyof Actions[Noun], string>}`
}[keyof Actions]

/** Fields of an entry. A field without a text in both languages is a compile error. */
export type AuditField = keyof (typeof audit)['fields']
export type AuditDetails = { readonly [Field in AuditField]?: unknown }

type ValueGroup = keyof (typeof audit)['values']
type Kind = 'text' | 'count' | 'grosz' | 'zloty' | 'instant' | 'day' | 'register' | 'event_kind' | ValueGroup

/** Fields that are not plain texts or lists of texts. */
const valueKinds: { readonly [Field in AuditField]?: Kind } = {
  role: 'role',
  spending_roles: 'role',
  second_factor_required_at: 'instant',
  plan: 'plan',
  state: 'state',
  deactivated_at: 'instant',
  expires_at: 'instant',
  overlap_until: 'instant',
  scope: 'scope',
  key_source: 'key_source',
  untested: 'flag',
  spend_cap_pln: 'zloty',
  overage_grosz: 'grosz',
  measure: 'measure',
  basis: 'basis',
  pool: 'pool',
  company_part: 'register',
  register_list: 'register',
  language: 'language',
  enabled: 'flag',
  personal: 'flag',
  period_start: 'instant',
  identifier_type: 'identifier_type',
  source: 'source',
  date_from: 'day',
  date_to: 'day',
  report_date: 'day',
  kind: 'kind',
  field: 'field',
  because: 'because',
  factor: 'factor',
  type: 'type',
  fault: 'fault',
  first_at: 'instant',
  last_at: 'instant',
  is_team: 'flag',
  channel_kind: 'channel_kind',
  off_reason: 'off_reason',
  waiting: 'count',
  replayed: 'count',
  since: 'instant',
  delivery: 'delivery',
  rhythm: 'rhythm',
  period: 'period',
  weekday: 'weekday',
  month_day: 'month_day',
  working_days: 'flag',
  stopped: 'stopped',
  muted_until: 'instant',
  order_types: 'order_types',
  outcome: 'outcome',
  purpose: 'purpose',
  with_names: 'flag',
  value_from: 'zloty',
  value_to: 'zloty',
  generated_at: 'instant',
  sources: 'source',
  place: 'place',
  failure: 'failure',
  new_keys: 'flag',
  ok: 'flag',
  rule_kind: 'rule_kind',
  tell_first: 'flag',
  read_first: 'flag',
  report_case: 'report_case',
  announcements: 'event_kind',
  urgent: 'event_kind',
  review: 'event_kind',
  rest: 'event_kind',
  reviewed: 'flag',
  working_days_only: 'flag',
  after_midnight: 'flag',
  repeated: 'flag',
}
const isKnown = (field: string): field is AuditField => field in valueKinds

/**
 * Looks up texts in the reader's language, from the catalogue `audit`, below `pools` from that of pools, below
 * `registers` from `register-names`, and below `kinds` from `event-kinds`. Undefined if there is none.
 */
export interface AuditWords {
  readonly locale: Locale
  readonly word: (...path: readonly string[]) => string | undefined
}

export const actionWord = ({ word }: AuditWords, action: string): string =>
  word('actions', ...action.split('.')) ?? action
export const fieldWord = ({ word }: AuditWords, field: string): string =>
  (isPoolFigure(field) ? word('pools', poolByFigure[field], 'limit') : word('fields', field)) ?? field
const KEY = 'key:'

/** Users by their e-mail address, the operator and the panel by a word, keys by their visible part. */
export const actorWord = ({ word }: AuditWords, actor: string): string =>
  actor.startsWith(KEY)
    ? `${word('actors', 'key') ?? KEY} ${actor.slice(KEY.length)}`
    : (word('actors', actor) ?? actor)

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)

export const sourceWord = ({ locale, word }: AuditWords, source: string): string =>
  word('values', 'source', source) ?? sourceName(source, locale)

/** A value as text; undefined if empty. Times are Warsaw times. Unknown values are shown unchanged. */
function valueWord(words: AuditWords, field: string, value: unknown): string | undefined {
  // A null may have a meaning, e.g. that a limit was removed.
  if (value === null) return words.word('values', 'empty', field)
  if (value === undefined || value === '') return undefined
  if (Array.isArray(value)) return listWord(words, field, value)
  if (typeof value === 'object') return groupWord(words, value)
  if (typeof value === 'number') return numberWord(words, field, value)
  return textWord(words, field, typeof value === 'string' ? value : JSON.stringify(value))
}

function numberWord({ locale }: AuditWords, field: string, value: number): string {
  const kind = isKnown(field) ? valueKinds[field] : undefined
  if (kind === 'grosz') return formatGrosz(value, locale)
  return kind === 'zloty' ? formatZloty(value, locale) : formatInteger(value, locale)
}

function textWord(words: AuditWords, field: string, text: string): string {
  const { locale, word } = words
  if (isInstant(text)) return formatDateTime(text, locale)
  if (isDay(text)) return formatDate(text, locale)
  const kind = isKnown(field) ? valueKinds[field] : undefined
  if (kind === 'source') return sourceWord(words, text)
  if (kind === 'register') return word('registers', text, 'inSentence') ?? text
  if (kind === 'event_kind') return word('kinds', text) ?? word('values', 'announcements', text) ?? text
  return (kind === undefined ? undefined : word('values', kind, text)) ?? text
}

function listWord(words: AuditWords, field: string, values: readonly unknown[]): string | undefined {
  const texts = values.flatMap((value) => valueWord(words, field, value) ?? [])
  return texts.length === 0 ? undefined : texts.join(', ')
}

function groupWord(words: AuditWords, value: object): string | undefined {
  const texts = Object.entries(value).map(
    ([field, part]) => `${fieldWord(words, field)}: ${valueWord(words, field, part) ?? noneWord(words)}`,
  )
  return texts.length === 0 ? undefined : texts.join(', ')
}

const noneWord = ({ word }: AuditWords): string => word('details', 'none') ?? ''

export interface AuditChange {
  readonly field: string
  readonly label: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly isChanged: boolean
  /** True for additional information about a change, such as its reason, which has no previous value. */
  readonly isAdditional: boolean
}

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> => {
  if (value === undefined || value === null) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', value]])
  return new Map(Object.entries(value))
}

/** All fields of both sides, changed ones first. If there is only one side, its fields describe the event. */
export function auditChanges(words: AuditWords, before: unknown, after: unknown): readonly AuditChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const hasBoth = old.size > 0 && now.size > 0
  const rows = [...new Set([...old.keys(), ...now.keys()])].map((field): AuditChange => {
    const [oldText, newText] = [valueWord(words, field, old.get(field)), valueWord(words, field, now.get(field))]
    return {
      field,
      label: fieldWord(words, field),
      before: oldText,
      after: newText,
      isChanged: hasBoth && oldText !== newText,
      isAdditional: hasBoth && !old.has(field),
    }
  })
  return rows
    .filter(({ before: oldText, after: newText }) => oldText !== undefined || newText !== undefined)
    .toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
}

/** `limit: 184 zł → 188 zł` for a change, otherwise `format: CSV`. */
export function changeText(words: AuditWords, { label, before, after, isChanged, isAdditional }: AuditChange): string {
  if (!isChanged || isAdditional) return `${label}: ${after ?? before ?? noneWord(words)}`
  return `${label}: ${before ?? noneWord(words)} → ${after ?? noneWord(words)}`
}

/** The summary of an entry: its changed fields, or all fields if none changed. */
export function mainChanges(changes: readonly AuditChange[]): readonly AuditChange[] {
  const changed = changes.filter(({ isChanged }) => isChanged)
  return (changed.length > 0 ? changed : changes).filter(({ field }) => !field.endsWith('sha256'))
}
