import { type BulkCreateResult, identifierType, monitorLabel } from '@/lib/contract/monitors'
import { printed } from '@/lib/contract/values'
import { checkIdentifier, type IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { MAX_LABEL_LENGTH } from '@/lib/domain/monitor-label'

import { describeIdentifierFault } from '../http/identifier-faults'

export type CheckedItem = { type: IdentifierType; value: string; label: string | null }
export type InvalidItem = BulkCreateResult['invalid'][number]

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
  if (!printed.safeParse(raw).success) return 'identifier_value should be without control characters'
  const check = checkIdentifier(type.data, raw)
  if (!check.ok) return describeIdentifierFault(type.data, check.error)
  const label = checkLabel(item['label'])
  return 'error' in label ? label.error : { type: type.data, value: check.value, label: label.value }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** By the label's own schema, so that one rule holds for every call. */
function checkLabel(label: unknown): { value: string | null } | { error: string } {
  if (label === undefined || label === null) return { value: null }
  if (typeof label !== 'string') return { error: 'label should be a string' }
  const checked = monitorLabel.safeParse(label)
  if (checked.success) return { value: checked.data === '' ? null : checked.data }
  const [issue] = checked.error.issues
  return issue?.code === 'too_big'
    ? { error: `label should have at most ${MAX_LABEL_LENGTH} characters` }
    : { error: 'label should be text on one line, without control characters' }
}

/** The values as they came (interface 2.4), as far as they are text. */
function echoOf(item: unknown): Pick<InvalidItem, 'identifier_type' | 'identifier_value'> {
  const { identifier_type: type, identifier_value: value } = isObject(item) ? item : {}
  return { identifier_type: textOf(type), identifier_value: textOf(value) }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
