import type { Monitor } from '@/lib/contract/monitors'
import { checkIdentifier, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { applyTagChange } from '@/lib/domain/tags/tags'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { recordedValuesOf, insertAttachment, insertDeletedMonitor } from '@/lib/service/monitors/statements/evidence'
import { findFilter } from '@/lib/service/monitors/statements/filters'
import { readMonitorCount } from '@/lib/service/monitors/statements/monitor-counts'
import {
  countByTag,
  countTagged,
  deleteTags,
  findOwnTags,
  findTagsOf,
  insertTags,
} from '@/lib/service/monitors/statements/monitor-tags'
import {
  countMonitors,
  deleteMonitor,
  findMonitor,
  findSilentMonitor,
  findWatchedValues,
  insertMonitors,
  isFilterWatched,
  listMonitors,
  type MonitorQuery,
  setMonitorFilter,
  updateMonitorLabel,
} from '@/lib/service/monitors/statements/monitors'
import type { MonitorRecordTable, MonitorTagTable } from '@/lib/service/monitors/tables'
import { findSubjectNames } from '@/lib/service/registers/statements/subject-names'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { allocateNumbers } from '@/lib/storage/engine/sequences'

import type { Context, Handler, HandlersOf } from '../http/context'
import { notFound } from '../http/errors'
import { identifierDetail } from '../http/identifier-faults'
import { readPage } from '../http/paged-list'
import { requireRoomForMonitors } from './monitor-limit'
import { toMonitor, toMonitorSearchText, toSearch, type NewMonitor, toMonitorRow } from './monitor-record'
import { bulkCreateMonitors } from './monitors-bulk-create'

type WatchedTarget = Pick<NewMonitor, 'identifier' | 'filterId' | 'subjectName'>

/** Watches one identifier or one filter of the account; 409 `conflict` if it is already watched. */
const createMonitor: Handler<'monitors.create'> = async ({ body }, context) => {
  const { db, account, now } = context
  const identifier = identifierOf(body)
  await lockAccount(db, account.id)
  const watched = identifier ? await watchIdentifier(context, identifier) : await watchFilter(context, body.filter_id)
  await requireRoomForMonitors(context, 1)
  const row = toMonitorRow({
    ...watched,
    accountId: account.id,
    position: await allocateNumbers(db, 'monitors', 1),
    label: body.label || null,
    createdAt: now.toISOString(),
  })
  const { tags } = body
  await insertMonitors(db, [row])
  await insertTags(
    db,
    tags.map((tag) => ({ monitor_id: row.id, account_id: account.id, tag })),
  )
  return toMonitor(row, [...tags].sort())
}

function identifierOf(body: Parameters<Handler<'monitors.create'>>[0]['body']): NewMonitor['identifier'] {
  const { identifier_type: type, identifier_value: raw } = body
  if (type === undefined || raw === undefined) return null
  const check = checkIdentifier(type, raw)
  if (!check.ok) throw new ValidationError([identifierDetail(['body', 'identifier_value'], type, check.error)])
  return { type, value: check.value }
}

const alreadyWatched = () => new HttpError('conflict', 'The account watches this already')

async function watchIdentifier(
  { db, account }: Context,
  identifier: NonNullable<NewMonitor['identifier']>,
): Promise<WatchedTarget> {
  const { type, value } = identifier
  const duplicates = await findWatchedValues(db, account.id, { type, values: [value] })
  if (duplicates.length > 0) throw alreadyWatched()
  const names = await findSubjectNames(db, type, [value])
  return { identifier, filterId: null, subjectName: names.get(value) ?? null }
}

async function watchFilter({ db, account }: Context, filterId: string | undefined): Promise<WatchedTarget> {
  const filter = filterId === undefined ? undefined : await findFilter(db, account.id, filterId)
  if (!filter) throw notFound('filter_id')
  if (await isFilterWatched(db, account.id, filter.id)) throw alreadyWatched()
  return { identifier: null, filterId: filter.id, subjectName: null }
}

/**
 * A filter has one monitor, so the oldest of several silent monitors is attached and the others stay unchanged. Ids of
 * other accounts are only reported as unchanged.
 */
const attachMonitors: Handler<'monitors.attach'> = async ({ body }, { db, account, now }) => {
  const ids = [...new Set(body.ids)]
  await lockAccount(db, account.id)
  const filter = await findFilter(db, account.id, body.filter_id)
  if (!filter) throw notFound('filter_id')
  const isWatched = await isFilterWatched(db, account.id, filter.id)
  const silent = isWatched ? undefined : await findSilentMonitor(db, account.id, ids)
  if (!silent) return { attached: 0, kept: ids.length }
  await setMonitorFilter(db, account.id, { id: silent.id, filterId: filter.id })
  await insertAttachment(db, {
    account_id: account.id,
    monitor_id: silent.id,
    former_filter_id: silent.filter_id,
    filter_id: filter.id,
    at: now.toISOString(),
  })
  return { attached: 1, kept: ids.length - 1 }
}

/**
 * Interface section 4.4, decision 6 (bulk tagging). Ids of other accounts are ignored; `updated` counts monitors that
 * changed.
 */
const bulkTagMonitors: Handler<'monitors.bulkTag'> = async ({ body }, { db, account }) => {
  await lockAccount(db, account.id)
  const monitors = await findOwnTags(db, account.id, [...new Set(body.ids)])
  const added: MonitorTagTable[] = []
  const monitorsLosingTags: string[] = []
  let updated = 0
  for (const { id, tags: before } of monitors) {
    const result = applyTagChange(before, body)
    if (!result.changed) continue
    updated += 1
    const previousTags = new Set(before)
    const more = result.tags.filter((tag) => !previousTags.has(tag))
    added.push(...more.map((tag) => ({ monitor_id: id, account_id: account.id, tag })))
    if (result.tags.length - more.length < before.length) monitorsLosingTags.push(id)
  }
  const removed = [...new Set(body.remove)].filter((tag) => !body.add.includes(tag))
  await deleteTags(db, monitorsLosingTags, removed)
  await insertTags(db, added)
  return { updated }
}

const list: Handler<'monitors.list'> = async ({ query }, { db, account }) => {
  const selection: MonitorQuery = {
    accountId: account.id,
    tags: query.tag ?? [],
    untagged: query.untagged === true,
    filterId: query.filter_id,
    identifierType: query.identifier_type,
    search: toSearch(query.q ?? ''),
  }
  const { rows, ...page } = await readPage<MonitorRecordTable>(
    {
      name: 'monitors',
      positionOf: ({ position }) => position,
      read: ({ cursor: before, limit }) => listMonitors(db, { ...selection, before, limit }),
      count: () => countMonitors(db, selection),
    },
    query,
  )
  return { items: await withTags(db, rows), ...page }
}

const tags: Handler<'monitors.tags'> = async (_input, { db, account }) => {
  const total = await readMonitorCount(db, account.id)
  const untagged = total - (await countTagged(db, account.id))
  return { items: await countByTag(db, account.id), untagged, total }
}

const get: Handler<'monitors.get'> = async ({ params }, context) =>
  answer(context, await requireOwn(context, params.id))

const update: Handler<'monitors.update'> = async ({ params, body }, context) => {
  await lockAccount(context.db, context.account.id)
  const found = await requireOwn(context, params.id)
  const renamed = { ...found, label: body.label || null }
  const row = { ...renamed, search_text: toMonitorSearchText(renamed) }
  await updateMonitorLabel(context.db, row)
  return answer(context, row)
}

const remove: Handler<'monitors.delete'> = async ({ params }, context) => {
  const { db, account } = context
  await lockAccount(db, account.id)
  const found = await requireOwn(context, params.id)
  await recordDeletedMonitor(context, found)
  await deleteMonitor(db, account.id, found.id)
  return undefined
}

/**
 * Stores what the monitor was, because certificates of the past need it. For a person only the hash of the number and
 * the tags are stored.
 */
async function recordDeletedMonitor({ db, account, now }: Context, row: MonitorRecordTable): Promise<void> {
  const { id, identifier_type, identifier_value, filter_id, created_at } = row
  const [recordedValues, tags] = [await recordedValuesOf(db, account.id), await findTagsOf(db, [id])]
  const textOf = (text: string | null) => (text === null || identifier_type === 'pesel' ? null : maskPesels(text))
  await insertDeletedMonitor(db, {
    id,
    account_id: account.id,
    identifier_type,
    identifier_value: identifier_value && recordedValues.value(identifier_type ?? '', identifier_value),
    filter_id,
    label: textOf(row.label),
    subject_name: textOf(row.subject_name),
    tags: JSON.stringify((tags.get(id) ?? []).map(maskPesels)),
    created_at,
    deleted_at: now.toISOString(),
  })
}

async function requireOwn({ db, account }: Context, id: string): Promise<MonitorRecordTable> {
  const row = await findMonitor(db, account.id, id)
  if (!row) throw notFound()
  return row
}

async function answer({ db }: Context, row: MonitorRecordTable): Promise<Monitor> {
  const found = await findTagsOf(db, [row.id])
  return toMonitor(row, found.get(row.id) ?? [])
}

async function withTags(db: Context['db'], rows: readonly MonitorRecordTable[]): Promise<Monitor[]> {
  const found = await findTagsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toMonitor(row, found.get(row.id) ?? []))
}

/** Decisions 1–6 and 8 (monitors). Events of a deleted monitor stay in the feed. */
export const monitorHandlers: HandlersOf<'monitors'> = {
  'monitors.list': list,
  'monitors.tags': tags,
  'monitors.create': createMonitor,
  'monitors.get': get,
  'monitors.update': update,
  'monitors.delete': remove,
  'monitors.bulkCreate': bulkCreateMonitors,
  'monitors.attach': attachMonitors,
  'monitors.bulkTag': bulkTagMonitors,
}
