import { type BulkCreateResult, identifierType, MAX_LABEL_LENGTH, monitorLabel } from '@/lib/contract/monitors'
import { checkIdentifier, type IdentifierType, maskPesels } from '@/lib/domain/identifiers'

import { mayHoldPesel } from './echo'
import { describeFault } from './identifier-faults'

export type CheckedItem = { type: IdentifierType; value: string; label: string | null }
export type InvalidItem = BulkCreateResult['invalid'][number]

const ECHO_LENGTH = 200

/** Checks the items of a bulk call one by one (decision 5): what can be watched, in order, and what cannot, by index. */
export function checkItems(items: readonly unknown[]): { valid: CheckedItem[]; invalid: InvalidItem[] } {
  const valid: CheckedItem[] = []
  const invalid: InvalidItem[] = []
  for (const [index, item] of items.entries()) {
    const checked = checkItem(item)
    if (typeof checked === 'string') invalid.push({ index, ...echoOf(item), error: checked })
    else valid.push(checked)
  }
  return { valid, invalid }
}

/** The item in its stored form, or what is wrong with it. */
function checkItem(item: unknown): CheckedItem | string {
  if (!isObject(item)) return 'Input should be an object with identifier_type and identifier_value'
  const type = identifierType.safeParse(item['identifier_type'])
  if (!type.success) return `identifier_type should be 'nip', 'krs', 'pesel' or 'subject_id'`
  const raw = item['identifier_value']
  if (typeof raw !== 'string') return 'identifier_value should be a string'
  const check = checkIdentifier(type.data, raw)
  if (!check.ok) return describeFault(type.data, check.error)
  const label = checkLabel(item['label'])
  return 'error' in label ? label.error : { type: type.data, value: check.value, label: label.value }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Labels come from spreadsheets: line breaks and tabs inside a cell become blanks. */
function checkLabel(label: unknown): { value: string | null } | { error: string } {
  if (label === undefined || label === null) return { value: null }
  if (typeof label !== 'string') return { error: 'label should be a string' }
  const text = label.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
  if (!monitorLabel.safeParse(text).success)
    return { error: `label should have at most ${MAX_LABEL_LENGTH} characters` }
  return { value: text === '' ? null : text }
}

/** The values as they came, as far as they are text; a number that may be a PESEL is masked. */
function echoOf(item: unknown): Pick<InvalidItem, 'identifier_type' | 'identifier_value'> {
  const { identifier_type: type, identifier_value: value } = isObject(item) ? item : {}
  return { identifier_type: echo(type, false), identifier_value: echo(value, isPesel(type)) }
}

function echo(value: unknown, personal: boolean): string {
  if (typeof value !== 'string') return ''
  const text = maskPesels(value.slice(0, ECHO_LENGTH))
  const hidden = personal || (mayHoldPesel(text) && !checkIdentifier('subject_id', text).ok)
  return hidden ? hideDigits(text) : text
}

const isPesel = (type: unknown): boolean => typeof type === 'string' && type.trim().toLowerCase() === 'pesel'

/** A mistyped PESEL of any length still tells a date of birth: at most its first and last two characters stay. */
const hideDigits = (text: string): string =>
  text.length < 5 ? text : `${text.slice(0, 2)}${text.slice(2, -2).replaceAll(/\p{Nd}/gu, '•')}${text.slice(-2)}`
