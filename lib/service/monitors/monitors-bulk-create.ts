import { type BulkCreateResult, identifierType, monitorLabel } from '@/lib/contract/monitors'
import { printed } from '@/lib/contract/values'
import { checkIdentifier, type IdentifierType, identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { MAX_LABEL_LENGTH } from '@/lib/domain/monitor-label'
import { findWatchedValues, insertMonitors } from '@/lib/service/monitors/statements/monitors'
import { findSubjectNames } from '@/lib/service/registers/statements/subject-names'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { allocateNumbers } from '@/lib/storage/engine/sequences'

import type { Context, Handler } from '../http/context'
import { describeIdentifierFault } from '../http/identifier-faults'
import { requireRoomForMonitors } from './monitor-limit'
import { toMonitorRow } from './monitor-record'

type CheckedItem = { type: IdentifierType; value: string; label: string | null }
type InvalidItem = BulkCreateResult['invalid'][number]

/**
 * Checks the items of a bulk call one by one (decision 5, bulk items): valid items in order, and invalid ones by index.
 */
function checkItems(items: readonly unknown[]): { valid: CheckedItem[]; invalid: InvalidItem[] } {
  const valid: CheckedItem[] = []
  const invalid: InvalidItem[] = []
  for (const [index, item] of items.entries()) {
    const checked = checkItem(item)
    if (typeof checked === 'string') invalid.push({ index, ...echoOf(item), error: checked })
    else valid.push(checked)
  }
  return { valid, invalid }
}

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

/** Uses the schema of the label, so that every call has the same rule. */
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

/** The values as sent (interface section 2.4), if they are text. */
function echoOf(item: unknown): Pick<InvalidItem, 'identifier_type' | 'identifier_value'> {
  const { identifier_type: type, identifier_value: value } = isObject(item) ? item : {}
  return { identifier_type: textOf(type), identifier_value: textOf(value) }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const keyOf = (item: { type: IdentifierType; value: string }): string => `${item.type} ${item.value}`

/**
 * Interface section 4.2, decisions 4, 5 and 37 (bulk create): repetitions within the call and of existing monitors are
 * skipped and counted, malformed items are returned, and a call that would exceed the plan's limit inserts nothing.
 */
export const bulkCreateMonitors: Handler<'monitors.bulkCreate'> = async ({ body }, context) => {
  const { valid, invalid } = checkItems(body.items)
  // A repeated item gets the label of its first occurrence.
  const distinct = [...new Map(valid.toReversed().map((item) => [keyOf(item), item])).values()].toReversed()
  if (distinct.length === 0) return { inserted: 0, duplicates: 0, invalid }
  await lockAccount(context.db, context.account.id)
  const fresh = await withoutWatched(context, distinct)
  if (fresh.length > 0) {
    await requireRoomForMonitors(context, fresh.length)
    await insertItems(context, fresh)
  }
  return { inserted: fresh.length, duplicates: valid.length - fresh.length, invalid }
}

function groupByType(items: readonly CheckedItem[]): { type: IdentifierType; values: string[] }[] {
  return identifierTypes
    .map((type) => ({ type, values: items.filter((item) => item.type === type).map((item) => item.value) }))
    .filter(({ values }) => values.length > 0)
}

async function withoutWatched({ db, account }: Context, items: readonly CheckedItem[]): Promise<CheckedItem[]> {
  const watched = new Set<string>()
  for (const group of groupByType(items)) {
    for (const value of await findWatchedValues(db, account.id, group)) watched.add(keyOf({ ...group, value }))
  }
  return items.filter((item) => !watched.has(keyOf(item)))
}

async function insertItems({ db, account, now }: Context, items: readonly CheckedItem[]): Promise<void> {
  const names = new Map<string, string>()
  for (const { type, values } of groupByType(items)) {
    for (const [value, name] of await findSubjectNames(db, type, values)) names.set(keyOf({ type, value }), name)
  }
  const first = await allocateNumbers(db, 'monitors', items.length)
  const rows = items.map((item, index) =>
    toMonitorRow({
      accountId: account.id,
      position: first + index,
      identifier: { type: item.type, value: item.value },
      filterId: null,
      label: item.label,
      subjectName: names.get(keyOf(item)) ?? null,
      createdAt: now.toISOString(),
    }),
  )
  await insertMonitors(db, rows)
}
