import type { FormField, RequestForm } from '@/lib/contract/console/request-form'
import { type RequestPlace, requestPlaces } from '@/lib/contract/console/request-places'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'
import { isRecord } from '@/lib/domain/collections/json'

/** The value of a field as typed: a text, one text per line, or nested fields. */
export type DraftValue = string | DraftGroup | readonly DraftGroup[]
export interface DraftGroup {
  readonly [name: string]: DraftValue
}
export type Draft = { readonly [P in RequestPlace]: DraftGroup }

/** Represents null; it cannot be typed. */
export const NULL_TEXT = '\u0000null'

export const blankDraft = (form: RequestForm): Draft => ({
  params: emptyGroup(form.params),
  query: emptyGroup(form.query),
  body: emptyGroup(form.body),
})

export const emptyGroup = (fields: readonly FormField[]): DraftGroup =>
  Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)]))

function emptyValue({ kind, isRequired, min = 1, fields = [] }: FormField): DraftValue {
  if (kind === 'group') return emptyGroup(fields)
  if (kind === 'groups') return isRequired ? Array.from({ length: min }, () => emptyGroup(fields)) : []
  return ''
}

const isGroups = (value: DraftValue | undefined): value is readonly DraftGroup[] => Array.isArray(value)
export const groupsIn = (value: DraftValue | undefined): readonly DraftGroup[] => (isGroups(value) ? value : [])
export const groupIn = (value: DraftValue | undefined): DraftGroup =>
  typeof value === 'object' && !isGroups(value) ? value : {}
export const draftText = (value: DraftValue | undefined): string => (typeof value === 'string' ? value : '')

export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n|\t/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function toInputs(form: RequestForm, draft: Draft): RequestInputs {
  const { params, query, body } = draft
  return {
    ...(form.params.length > 0 && { params: valuesOf(form.params, params, toText) }),
    ...(form.query.length > 0 && { query: valuesOf(form.query, query, toText) }),
    ...(form.hasBody && { body: valuesOf(form.body, body, toJson) }),
  }
}

type ToValue = (field: FormField, text: string) => unknown

/** Values in an address are sent as text. */
const toText: ToValue = (_field, text) => text

/** An invalid number stays a text, so that validation reports it. */
function toJson({ kind }: FormField, text: string): unknown {
  if (text === NULL_TEXT) return null
  if (kind === 'whole') return /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text
  if (kind === 'flag') return text === 'true'
  return text
}

function valuesOf(fields: readonly FormField[], group: DraftGroup, toValue: ToValue): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const field of fields) {
    const value = valueOf(field, group[field.name], toValue)
    if (value !== undefined) values[field.name] = value
  }
  return values
}

function valueOf(field: FormField, value: DraftValue | undefined, toValue: ToValue): unknown {
  const { kind, fields = [] } = field
  const text = draftText(value)
  switch (kind) {
    case 'group':
      return unlessEmpty(field, valuesOf(fields, groupIn(value), toValue))
    case 'groups':
      return unlessEmpty(
        field,
        groupsIn(value).map((each) => valuesOf(fields, each, toValue)),
      )
    case 'lines':
      return unlessEmpty(field, linesOf(text))
    default:
      return text === '' ? undefined : toValue(field, text)
  }
}

const unlessEmpty = ({ isRequired }: FormField, value: object): object | undefined =>
  isRequired || Object.keys(value).length > 0 ? value : undefined

/** Builds the draft of an earlier request. `isComplete` is false if the form cannot represent all of it. */
export function toDraft(form: RequestForm, inputs: RequestInputs): { draft: Draft; isComplete: boolean } {
  const read = requestPlaces.map((place) => [place, readGroup(form[place], inputs[place] ?? {})] as const)
  // Safe: there is one entry per place.
  const draft = Object.fromEntries(read.map(([place, { value }]) => [place, value])) as Draft
  return { draft, isComplete: read.every(([, { isComplete }]) => isComplete) }
}

interface ReadDraftValue<Value extends DraftValue = DraftValue> {
  readonly value: Value
  readonly isComplete: boolean
}

function readGroup(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
): ReadDraftValue<DraftGroup> {
  const read = fields.map((field) => [field.name, readValue(field, values[field.name])] as const)
  const unknown = Object.keys(values).filter((name) => fields.every((field) => field.name !== name))
  return {
    value: Object.fromEntries(read.map(([name, { value }]) => [name, value])),
    isComplete: unknown.length === 0 && read.every(([, { isComplete }]) => isComplete),
  }
}

function readValue(field: FormField, value: unknown): ReadDraftValue {
  if (value === undefined || (value === null && !field.isNullable))
    return { value: emptyValue(field), isComplete: true }
  switch (field.kind) {
    case 'group':
      return isRecord(value) ? readGroup(field.fields ?? [], value) : unreadable(field)
    case 'groups':
      return readItems(field, value)
    case 'lines':
      return readLines(field, value)
    default:
      return value === null ? { value: NULL_TEXT, isComplete: true } : readLeaf(field, value)
  }
}

function readLeaf(field: FormField, value: unknown): ReadDraftValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { value: String(value), isComplete: isOneLine(String(value)) && fits(field, value) }
    : unreadable(field)
}

/** Whether the form would send the value with the same type. */
const fits = ({ kind }: FormField, value: string | number | boolean): boolean =>
  kind === 'whole' ? typeof value !== 'boolean' : kind === 'flag' || typeof value === 'string'

const isOneLine = (text: string): boolean => !/[\r\n\t]/.test(text) && text === text.trim() && text !== ''
const unreadable = (field: FormField): ReadDraftValue => ({ value: emptyValue(field), isComplete: false })

function readItems(field: FormField, value: unknown): ReadDraftValue {
  if (!Array.isArray(value) || !value.every(isRecord)) return unreadable(field)
  const read = value.map((item) => readGroup(field.fields ?? [], item))
  return { value: read.map(({ value: group }) => group), isComplete: read.every(({ isComplete }) => isComplete) }
}

function readLines(field: FormField, value: unknown): ReadDraftValue {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = items.filter((item) => typeof item === 'string')
  const isComplete = Array.isArray(value) && texts.length === items.length && texts.every(isOneLine)
  return texts.length === 0 && items.length > 0 ? unreadable(field) : { value: texts.join('\n'), isComplete }
}

export type DraftPath = readonly (string | number)[]

export function withValueAt(value: DraftValue | undefined, path: DraftPath, next: DraftValue): DraftValue {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (typeof key === 'number') {
    return groupsIn(value).map((item, index) => (index === key ? groupIn(withValueAt(item, rest, next)) : item))
  }
  const group = groupIn(value)
  return { ...group, [key]: withValueAt(group[key], rest, next) }
}
