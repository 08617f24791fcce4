import type { Monitor } from '@/lib/contract/monitors'

export type FieldKind =
  /** A text that is always present. */
  | 'id'
  /** A text, or null. */
  | 'text'
  /** A text that only a remote service may omit: null in the stream, undefined in the monitor. */
  | 'given'
  /** Texts; empty if the service does not report any. */
  | 'texts'

type KindOf<Value> = [Value] extends [string[]]
  ? 'texts'
  : [Value] extends [string]
    ? 'id' | 'given'
    : [Value] extends [string | null]
      ? 'text'
      : never

/** `isFixed`: the field never changes, so it is not compared when the same monitor is read again. */
type MonitorField = {
  [Name in keyof Monitor]: { readonly name: Name; readonly kind: KindOf<Monitor[Name]>; readonly isFixed?: true }
}[keyof Monitor]

/** Does not compile while a field of the contract's monitor is missing. */
const everyField = <const Fields extends readonly MonitorField[]>(
  fields: Fields & MissingIn<Exclude<keyof Monitor, Fields[number]['name']>>,
): Fields => fields

type MissingIn<Names> = [Names] extends [never] ? unknown : { readonly missing: Names }

/**
 * The fields of a monitor in the order of the stream. The stream's schema, the conversions between a monitor and its
 * row, and the test whether a monitor has changed are derived from it; the saved file needs a column for each field.
 * Append new fields at the end, because open pages of an earlier version rely on the positions.
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
