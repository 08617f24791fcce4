import type { ListRow } from '../list/loaded-list'

export type RowFields = ListRow['fields']

/** A text field of a row; undefined if it is missing or not a text. */
export function textIn(fields: RowFields, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export const countIn = (fields: RowFields, name: string): number | undefined => {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export const flagIn = (fields: RowFields, name: string): boolean | undefined => {
  const value = fields[name]
  return typeof value === 'boolean' ? value : undefined
}

/** A field that is a list of texts. */
export function textListIn(fields: RowFields, name: string): readonly string[] {
  const value = fields[name]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
