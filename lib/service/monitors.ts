import type { Monitor } from '@/lib/contract/monitors'
import { lockAccount } from '@/lib/storage/account-lock'
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

const remove: Handler<'monitors.delete'> = async ({ params }, { db, engine, account }) => {
  await lockAccount(db, engine, account.id)
  if (!(await deleteMonitor(db, account.id, params.id))) throw notFound()
  return undefined
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
