import { isRecord } from '@/lib/domain/collections/json'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

import type { FormField, RequestForm } from './request-form'
import { requestPlaces } from './request-places'

export type RequestInputs = {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: Readonly<Record<string, unknown>> | undefined
}

/** Lists with more items are not stored. */
const MAX_STORED_ITEMS = 50

/**
 * The inputs that may be stored in the history: values of types that cannot identify a person (choices, numbers, days,
 * ids) and valid KRS numbers, NIPs and REGONs, which are public everywhere in this panel. All texts are left out:
 * names, search words, labels, tags, cursors, ids of other forms.
 */
export function inputsToStore(form: RequestForm, inputs: RequestInputs): { stored: RequestInputs; isPartial: boolean } {
  const places = requestPlaces.flatMap((place) => {
    const values = inputs[place]
    return values === undefined ? [] : [[place, fieldsToStore(form[place], values)] as const]
  })
  return {
    stored: Object.fromEntries(places.map(([place, { stored }]) => [place, stored])),
    isPartial: places.some(([, { isPartial }]) => isPartial),
  }
}

type StorableFields = { readonly stored: Record<string, unknown>; readonly isPartial: boolean }

function fieldsToStore(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): StorableFields {
  const stored: Record<string, unknown> = {}
  let isPartial = false
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((each) => each.name === name)
    const read = field && value !== undefined ? valueToStore(field, value) : undefined
    if (read === undefined || read.isPartial) isPartial = true
    if (read !== undefined) stored[name] = read.stored
  }
  return { stored, isPartial }
}

type StorableValue = { readonly stored: unknown; readonly isPartial: boolean }

/** Undefined: no part of the value is stored. */
function valueToStore(field: FormField, value: unknown): StorableValue | undefined {
  const { kind, fields = [] } = field
  if (kind === 'group') return isRecord(value) ? fieldsToStore(fields, value) : undefined
  if (kind === 'groups') return itemsToStore(fields, value)
  return isStorable(field, value) ? { stored: value, isPartial: false } : undefined
}

/** A list is stored completely or not at all, because items without their names or numbers are useless. */
function itemsToStore(fields: readonly FormField[], value: unknown): StorableValue | undefined {
  if (!Array.isArray(value) || value.length > MAX_STORED_ITEMS) return undefined
  const items = value.map((item) => (isRecord(item) ? fieldsToStore(fields, item) : undefined))
  if (items.some((item) => item === undefined || item.isPartial)) return undefined
  return { stored: items.map((item) => item?.stored), isPartial: false }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MONTH = /^\d{4}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2})$/
/** Longer numbers are not row numbers, days or amounts here, and could identify a person. */
const WHOLE = /^-?\d{1,9}$/

const isUuid = (text: string): boolean => checkIdentifier('subject_id', text).ok

type IsStorable = (text: string, field: FormField) => boolean
const isChoice: IsStorable = (text, { choices = [] }) => choices.includes(text)
const storableKinds: Readonly<Partial<Record<FormField['kind'], IsStorable>>> = {
  choice: isChoice,
  flag: isChoice,
  whole: (text) => WHOLE.test(text),
  day: (text) => DAY.test(text),
  month: (text) => MONTH.test(text),
  instant: (text) => INSTANT.test(text),
  id: isUuid,
  text: (text, { name }) => isCompanyNumber(name, text),
}

function isStorable(field: FormField, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false
  return storableKinds[field.kind]?.(String(value), field) === true
}

const COMPANY_NUMBERS = ['krs', 'nip', 'regon'] as const

/** Digits only, as in the register; the `id` of a subject is a UUID. */
function isCompanyNumber(name: string, text: string): boolean {
  if (name === 'id') return isUuid(text)
  const type = COMPANY_NUMBERS.find((each) => each === name)
  if (type === undefined || isPersonalNumber(text)) return false
  return text.length <= 20 && checkIdentifier(type, text).ok
}
