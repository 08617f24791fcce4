import { identifierTypes } from '@/lib/domain/identifiers/identifiers'
import type { Context } from '@/lib/service/http/context'
import { type NewMonitor, toMonitorRow } from '@/lib/service/monitors/monitor-record'
import { readMonitorCount } from '@/lib/service/monitors/statements/monitor-counts'
import { insertTags } from '@/lib/service/monitors/statements/monitor-tags'
import { findWatchedValues, insertMonitors } from '@/lib/service/monitors/statements/monitors'
import { allocateNumbers } from '@/lib/storage/engine/sequences'

import { deletedFilterId, deletedFilterName } from './load-accounts'
import type { SampleAccount } from './sample-accounts'
import { makeMonitors, type SampleMonitor } from './sample-monitors'
import { uuidFrom } from './stable-uuid'

const DAY_MS = 24 * 3_600_000
const OLDEST_DAYS = 320

type Row = Pick<NewMonitor, 'identifier' | 'filterId' | 'label' | 'subjectName'> & { tags: readonly string[] }
type Owner = { slug: string; accountId: string; midnight: Date }

/** Inserts monitors with creation times up to midnight. An id depends only on what the monitor watches. */
async function storeMonitors(db: Context['db'], { slug, accountId, midnight }: Owner, rows: readonly Row[]) {
  if (rows.length === 0) return
  const first = await allocateNumbers(db, 'monitors', rows.length)
  const stepMs = (OLDEST_DAYS * DAY_MS) / rows.length
  const monitors = rows.map(({ tags: _tags, ...row }, index) => {
    const createdAt = new Date(midnight.getTime() - Math.floor((rows.length - index) * stepMs)).toISOString()
    const watched = row.filterId ?? `${row.identifier?.type}|${row.identifier?.value}`
    return { ...toMonitorRow({ ...row, accountId, position: first + index, createdAt }), id: uuidFrom(slug, watched) }
  })
  await insertMonitors(db, monitors)
  const tags = rows.flatMap((row, index) =>
    row.tags.map((tag) => ({ monitor_id: monitors[index]?.id ?? '', account_id: accountId, tag })),
  )
  await insertTags(db, tags)
}

const toRow = (monitor: SampleMonitor): Row => ({ ...monitor, filterId: null })

/** Monitors of identifiers, interspersed with monitors of filters and of deleted filters. */
export async function loadMonitors(
  db: Context['db'],
  account: SampleAccount,
  owner: Owner & { filters: readonly { id: string; name: string }[] },
): Promise<void> {
  const { slug, monitors, filterMonitors, silentMonitors } = account
  const filterRow = (filterId: string, label: string): Row => ({
    identifier: null,
    filterId,
    label,
    subjectName: null,
    tags: [],
  })
  const filterRows = [
    ...owner.filters.slice(0, filterMonitors).map(({ id, name }) => filterRow(id, name)),
    ...Array.from({ length: silentMonitors }, (_, index) =>
      filterRow(deletedFilterId(slug, index), deletedFilterName(index)),
    ),
  ]
  const rows = makeMonitors(slug, monitors - filterRows.length).map(toRow)
  const step = Math.ceil(monitors / (filterRows.length + 1))
  for (const [index, row] of filterRows.entries()) rows.splice((index + 1) * step, 0, row)
  await storeMonitors(db, owner, rows)
}

/** Adds missing monitors of the account's first identifiers until it has `count` monitors. */
export async function growMonitors(db: Context['db'], owner: Owner, count: number): Promise<void> {
  const freePlaces = count - (await readMonitorCount(db, owner.accountId))
  if (freePlaces <= 0) return
  const wanted = makeMonitors(owner.slug, count)
  const watched = new Set<string>()
  for (const type of identifierTypes) {
    const values = wanted.filter(({ identifier }) => identifier.type === type).map(({ identifier }) => identifier.value)
    for (const value of await findWatchedValues(db, owner.accountId, { type, values })) watched.add(`${type} ${value}`)
  }
  const missing = wanted.filter(({ identifier: { type, value } }) => !watched.has(`${type} ${value}`))
  await storeMonitors(db, owner, missing.slice(0, freePlaces).map(toRow))
}
