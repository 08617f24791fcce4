import { randomUUID } from 'node:crypto'

import { type Filter, type FilterUse, namedLists } from '@/lib/contract/filters'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { foldText } from '@/lib/domain/fold'
import { checkIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { HttpError } from '@/lib/http/errors'
import {
  countFilters,
  countByFilter,
  deleteFilter,
  insertFilter,
  listFilterNames,
  listFilters,
  replaceFilterItems,
  updateFilter,
} from '@/lib/service/monitors/statements/filters'
import type { FilterTable } from '@/lib/service/monitors/tables'
import { findCompanyNames } from '@/lib/service/registers/statements/subject-names'
import { lockAccount } from '@/lib/storage/engine/account-lock'

import type { Context, Handler, HandlersOf } from '../http/context'
import { formatTextCursor, parseTextCursor } from '../http/cursor'
import { checkContent, parseContent } from './filter-content'
import { coverContent } from './filter-coverage'
import { recordChangedFilter, recordDeletedFilter, recordNewFilter } from './filter-record'
import { requireOwnFilter } from './own-filter'

/** Every existing filter, used or not, and every deleted one that monitors or reports still use. */
const listFilterUses: Handler<'filters.uses'> = async (_input, { db, account }) => {
  const uses = new Map<string, FilterUse>()
  const none = { monitors: 0, report_jobs: 0 }
  for (const { id, name } of await listFilterNames(db, account.id)) uses.set(id, { filter_id: id, name, ...none })
  const useOf = (id: string): FilterUse => uses.get(id) ?? { filter_id: id, name: null, ...none }
  for (const { filter_id: id, count } of await countByFilter(db, 'monitors', account.id)) {
    uses.set(id, { ...useOf(id), monitors: count })
  }
  for (const { filter_id: id, count } of await countByFilter(db, 'report_jobs', account.id)) {
    uses.set(id, { ...useOf(id), report_jobs: count })
  }
  return { items: [...uses.values()] }
}

type NamedList = (typeof namedLists)[number]

/** Returns one item per requested item, in the same order, each with its value as sent. */
const nameFilterValues: Handler<'filters.names'> = async ({ body }, { db }) => {
  const names = new Map<NamedList, ReadonlyMap<string, string>>()
  for (const list of namedLists) {
    const values = body.values.flatMap((item) => (item.list === list ? (storedForm(list, item.value) ?? []) : []))
    if (values.length > 0) names.set(list, await findCompanyNames(db, list, [...new Set(values)]))
  }
  const nameOf = (list: NamedList, value: string): string | null =>
    names.get(list)?.get(storedForm(list, value) ?? '') ?? null
  return { items: body.values.map(({ list, value }) => ({ list, value, name: nameOf(list, value) })) }
}

function storedForm(list: NamedList, value: string): string | undefined {
  const check = checkIdentifier(list, value)
  return check.ok ? check.value : undefined
}

const LIST = 'filters'

/**
 * Ordered by name, which has no stable number, so the cursor contains the position itself and remains valid after
 * insertions and deletions.
 */
const list: Handler<'filters.list'> = async ({ query }, { db, account }) => {
  const after = parseTextCursor(LIST, query.cursor)
  const rows = (await listFilters(db, account.id)).map((row) => ({ row, sortKey: sortKeyOf(row) }))
  const inOrder = rows.sort((a, b) => compareValues(a.sortKey, b.sortKey))
  const rest = after === undefined ? inOrder : inOrder.filter(({ sortKey }) => sortKey > after)
  const page = rest.slice(0, query.limit)
  const last = page.length < rest.length ? page.at(-1) : undefined
  return {
    items: page.map(({ row }) => toFilter(row)),
    total: rows.length,
    next_cursor: last ? formatTextCursor(LIST, last.sortKey) : null,
  }
}

/**
 * The name as displayed, with personal numbers masked, because an order by unmasked names would reveal digits. Equal
 * names are ordered by age.
 */
const sortKeyOf = ({ name, created_at, id }: FilterTable): string => `${foldText(maskPesels(name))}\n${created_at}${id}`

const create: Handler<'filters.create'> = async ({ body }, context) => {
  const { db, account, now } = context
  const checked = checkContent(body.content)
  await lockAccount(db, account.id)
  await requireRoom(context)
  const at = now.toISOString()
  const row: FilterTable = {
    id: randomUUID(),
    account_id: account.id,
    name: body.name,
    content: JSON.stringify(checked.content),
    item_count: checked.count,
    created_at: at,
    updated_at: at,
  }
  await insertFilter(db, row)
  await replaceFilterItems(db, row, checked.items)
  await recordNewFilter(db, row)
  return toFilter(row)
}

const get: Handler<'filters.get'> = async ({ params }, context) =>
  toFilter(await requireOwnFilter(context, params.filter_id))

const update: Handler<'filters.update'> = async ({ params, body }, context) => {
  const { db, account, now } = context
  const checked = checkContent(body.content)
  await lockAccount(db, account.id)
  const found = await requireOwnFilter(context, params.filter_id)
  requireUnchanged(found, body.updated_at)
  const row: FilterTable = {
    ...found,
    name: body.name,
    content: JSON.stringify(checked.content),
    item_count: checked.count,
    updated_at: laterOf(now, found.updated_at),
  }
  await updateFilter(db, row)
  await replaceFilterItems(db, row, checked.items)
  await recordChangedFilter(db, found, row)
  return toFilter(row)
}

const remove: Handler<'filters.delete'> = async ({ params }, context) => {
  const { db, account, now } = context
  await lockAccount(db, account.id)
  const found = await requireOwnFilter(context, params.filter_id)
  await deleteFilter(db, account.id, found.id)
  await recordDeletedFilter(db, found, laterOf(now, found.updated_at))
  return undefined
}

async function requireRoom({ db, account }: Context): Promise<void> {
  const limit = account.limits.filters
  if (limit === null) return
  const current = await countFilters(db, account.id)
  if (current < limit) return
  throw new HttpError('filter_limit', `The plan allows ${limit} filters`, {
    extra: { limit, current, requested: 1 },
  })
}

/** Decision 15 (filters). Compares instants, because the same instant may be written with another offset. */
function requireUnchanged({ updated_at }: FilterTable, edited: string | undefined) {
  if (edited === undefined || Date.parse(edited) === Date.parse(updated_at)) return
  throw new HttpError('filter_changed', 'The filter was changed by someone else', { extra: { updated_at } })
}

/** Two edits within one millisecond must get different times. */
const laterOf = (now: Date, previous: string): string =>
  new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString()

const toFilter = (row: FilterTable): Filter => ({
  id: row.id,
  name: row.name,
  content: parseContent(row.content),
  item_count: row.item_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/**
 * Interface sections 2.7 and 4.6, decision 15 (filters). Monitors of a deleted filter remain: they are listed and never
 * match again.
 */
export const filterHandlers: HandlersOf<'filters'> = {
  'filters.list': list,
  'filters.create': create,
  'filters.get': get,
  'filters.update': update,
  'filters.delete': remove,
  'filters.coverage': coverContent,
  'filters.names': nameFilterValues,
  'filters.uses': listFilterUses,
}
