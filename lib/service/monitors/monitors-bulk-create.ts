import { type IdentifierType, identifierTypes } from '@/lib/domain/identifiers/identifiers'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { takeNumbers } from '@/lib/storage/engine/sequences'
import { findWatchedValues, insertMonitors } from '@/lib/storage/monitors/monitors'
import { findSubjectNames } from '@/lib/storage/registers/subject-names'

import type { Context, Handler } from '../http/context'
import { type CheckedItem, checkItems } from './monitor-items'
import { requireRoomForMonitors } from './monitor-limit'
import { toMonitorRow } from './monitor-record'

const keyOf = (item: { type: IdentifierType; value: string }): string => `${item.type} ${item.value}`

/**
 * Interface 4.2, decisions 4, 5 and 37: repetitions (within the call and of what is watched) are skipped and counted,
 * malformed items are returned, and a call that would pass the plan's limit inserts nothing.
 */
export const bulkCreateMonitors: Handler<'monitors.bulkCreate'> = async ({ body }, context) => {
  const { valid, invalid } = checkItems(body.items)
  // A repeated item keeps the label of its first mention.
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
  const first = await takeNumbers(db, 'monitors', items.length)
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
