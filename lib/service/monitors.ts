import type { Monitor } from '@/lib/contract/monitors'
import { maskPesels } from '@/lib/domain/identifiers'
import { lockAccount } from '@/lib/storage/account-lock'
import { findKeeper, insertDeletedMonitor } from '@/lib/storage/evidence'
import { readMonitorCount } from '@/lib/storage/monitor-counts'
import { countByTag, countTagged, findTagsOf } from '@/lib/storage/monitor-tags'
import {
  countMonitors,
  deleteMonitor,
  findMonitor,
  listMonitors,
  type MonitorQuery,
  updateMonitorLabel,
} from '@/lib/storage/monitors'
import type { MonitorTable } from '@/lib/storage/tables'

import type { Context, Handler, HandlersOf } from './context'
import { parseCursor, type Positioned, toPage } from './cursor'
import { notFound } from './errors'
import { searchTextOf, toMonitor, toSearch } from './monitor-record'
import { bulkCreateMonitors } from './monitors-bulk-create'
import { bulkTagMonitors } from './monitors-bulk-tag'
import { createMonitor } from './monitors-create'

const byPosition: Positioned<MonitorTable> = { name: 'monitors', positionOf: ({ position }) => position }

const list: Handler<'monitors.list'> = async ({ query }, { db, account }) => {
  const wanted: MonitorQuery = {
    accountId: account.id,
    tags: query.tag ?? [],
    untagged: query.untagged === true,
    filterId: query.filter_id,
    identifierType: query.identifier_type,
    search: toSearch(query.q ?? ''),
  }
  const before = parseCursor(byPosition.name, query.cursor)
  const rows = await listMonitors(db, { ...wanted, before, limit: query.limit + 1 })
  const { page, nextCursor } = toPage(byPosition, rows, query.limit)
  const wholeList = before === undefined && nextCursor === null
  const total = wholeList ? page.length : await countMonitors(db, wanted)
  return { items: await withTags(db, page), total, next_cursor: nextCursor }
}

const tags: Handler<'monitors.tags'> = async (_input, { db, account }) => {
  const total = await readMonitorCount(db, account.id)
  const untagged = total - (await countTagged(db, account.id))
  return { items: await countByTag(db, account.id), untagged, total }
}

const get: Handler<'monitors.get'> = async ({ params }, context) =>
  answer(context, await requireOwn(context, params.id))

const update: Handler<'monitors.update'> = async ({ params, body }, context) => {
  await lockAccount(context.db, context.engine, context.account.id)
  const found = await requireOwn(context, params.id)
  const renamed = { ...found, label: body.label || null }
  const row = { ...renamed, search_text: searchTextOf(renamed) }
  await updateMonitorLabel(context.db, row)
  return answer(context, row)
}

const remove: Handler<'monitors.delete'> = async ({ params }, context) => {
  const { db, engine, account } = context
  await lockAccount(db, engine, account.id)
  const found = await requireOwn(context, params.id)
  await keepDeletedMonitor(context, found)
  await deleteMonitor(db, account.id, found.id)
  return undefined
}

/** What it was stays on record: certificates of the past are made of it. Of a person only the hash of the number and the tags. */
async function keepDeletedMonitor({ db, account, now }: Context, row: MonitorTable): Promise<void> {
  const { id, identifier_type, identifier_value, filter_id, created_at } = row
  const [keeper, tags] = [await findKeeper(db, account.id), await findTagsOf(db, [id])]
  const textOf = (text: string | null) => (text === null || identifier_type === 'pesel' ? null : maskPesels(text))
  await insertDeletedMonitor(db, {
    id,
    account_id: account.id,
    identifier_type,
    identifier_value: identifier_value && keeper.value(identifier_type ?? '', identifier_value),
    filter_id,
    label: textOf(row.label),
    subject_name: textOf(row.subject_name),
    tags: JSON.stringify((tags.get(id) ?? []).map(maskPesels)),
    created_at,
    deleted_at: now.toISOString(),
  })
}

async function requireOwn({ db, account }: Context, id: string): Promise<MonitorTable> {
  const row = await findMonitor(db, account.id, id)
  if (!row) throw notFound()
  return row
}

async function answer({ db }: Context, row: MonitorTable): Promise<Monitor> {
  const found = await findTagsOf(db, [row.id])
  return toMonitor(row, found.get(row.id) ?? [])
}

async function withTags(db: Context['db'], rows: readonly MonitorTable[]): Promise<Monitor[]> {
  const found = await findTagsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toMonitor(row, found.get(row.id) ?? []))
}

/** Decisions 1–6 and 8. Events of a deleted monitor stay in the feed: ids of the feed have no holes to explain. */
export const monitorHandlers: HandlersOf<'monitors'> = {
  'monitors.list': list,
  'monitors.tags': tags,
  'monitors.create': createMonitor,
  'monitors.get': get,
  'monitors.update': update,
  'monitors.delete': remove,
  'monitors.bulkCreate': bulkCreateMonitors,
  'monitors.bulkTag': bulkTagMonitors,
}
