import type { Monitor } from '@/lib/contract/monitors'

/** What a field holds in the stream. */
export type FieldKind =
  /** A text that is never missing. */
  | 'id'
  /** A text, or null. */
  | 'text'
  /** A text of every monitor, which only a remote service may leave out: null in the stream, undefined in the monitor. */
  | 'given'
  /** Texts; none where the service does not say. */
  | 'texts'

type KindOf<Value> = [Value] extends [string[]]
  ? 'texts'
  : [Value] extends [string]
    ? 'id' | 'given'
    : [Value] extends [string | null]
      ? 'text'
      : never

/** `isFixed`: it never changes, so a reading that finds the same monitor again need not look at it. */
type MonitorField = {
  [Name in keyof Monitor]: { readonly name: Name; readonly kind: KindOf<Monitor[Name]>; readonly isFixed?: true }
}[keyof Monitor]

/** Does not compile while a field of the contract's monitor is missing. */
const everyField = <const Fields extends readonly MonitorField[]>(
  fields: Fields & MissingIn<Exclude<keyof Monitor, Fields[number]['name']>>,
): Fields => fields

type MissingIn<Names> = [Names] extends [never] ? unknown : { readonly missing: Names }

/**
 * The fields of a monitor, in their order in the stream. The stream's schema, both ways between a monitor and its row, and
 * the test whether a monitor has changed follow from it; the saved file has to have a column of each. A new field comes
 * last: pages that were open before it look for the others where they were.
 */
export const monitorFields = everyField([
  { name: 'id', kind: 'id', isFixed: true },
  { name: 'identifier_type', kind: 'text', isFixed: true },
  { name: 'identifier_value', kind: 'text' },
  { name: 'label', kind: 'text' },
  { name: 'tags', kind: 'texts' },
  { name: 'filter_id', kind: 'text' },
  { name: 'subject_name', kind: 'text' },
  { name: 'created_at', kind: 'given', isFixed: true },
  { name: 'last_event_at', kind: 'text' },
  { name: 'last_event_source', kind: 'text' },
])

export type MonitorFields = typeof monitorFields
export type MonitorFieldName = MonitorFields[number]['name']
