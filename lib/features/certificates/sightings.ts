import { jsonField, jsonText } from '@/lib/panel/json-field'
import {
  confirmFilterVersion,
  type FilterVersionRow,
  recordedValuesOf,
  insertFilterVersion,
  listFilterVersions,
  listLatestVersions,
} from '@/lib/service/monitors/statements/evidence'
import { hashOfLists } from '@/lib/service/monitors/statements/recorded-values'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { contentAfter } from './timeline'

export type ObservedFilter = {
  readonly id: string
  readonly name?: string | null | undefined
  readonly content?: object | null | undefined
  readonly updated_at?: string | undefined
}
type Store = Pick<Storage, 'db'>
type Observation = { readonly accountId: string; readonly now: Date }

/**
 * Records a filter of a remote service, which keeps no record for the panel. Filters recorded by the embedded service
 * are left unchanged.
 */
export const noteFilter = (store: Store, observation: Observation, filter: ObservedFilter): Promise<void> =>
  inAccounts(store, [observation.accountId], (db) => recordIn(db, observation, filter))

/** Records the complete list of filters; recorded ones that are not in it are marked as missing. */
export const noteAllFilters = (
  store: Store,
  observation: Observation,
  filters: readonly ObservedFilter[],
): Promise<void> =>
  inAccounts(store, [observation.accountId], async (db) => {
    for (const filter of filters) await recordIn(db, observation, filter)
    const present = new Set(filters.map(({ id }) => id))
    const latest = await listLatestVersions(db, observation.accountId)
    for (const { filter_id: id, kind } of latest) {
      if (kind === 'seen' && !present.has(id)) await endIn(db, observation, { id, kind: 'missing' })
    }
  })

/** Records that the panel deleted a filter or found it missing. */
export const noteEnd = (
  store: Store,
  observation: Observation,
  end: { id: string; kind: 'deleted' | 'missing' },
): Promise<void> => inAccounts(store, [observation.accountId], (db) => endIn(db, observation, end))

const textsOf = (content: object | null | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(content ?? {}).map(([list, values]: [string, unknown]) => [
      list,
      Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [],
    ]),
  )

const byPanel = { witness: 'panel' } as const

async function recordIn(db: Db, { accountId, now }: Observation, filter: ObservedFilter): Promise<void> {
  const versions = await listFilterVersions(db, accountId, filter.id)
  if (versions.some(({ witness }) => witness === 'service')) return
  const last = versions.at(-1)
  const lists = (await recordedValuesOf(db, accountId)).lists(textsOf(filter.content))
  const at = now.toISOString()
  const name = filter.name ?? null
  const changedAt = filter.updated_at ?? null
  if (last && isSame(last, { name, sha256: hashOfLists(lists), changed_at: changedAt })) {
    await confirmFilterVersion(db, last.id, at)
    return
  }
  const previous = contentAfter(versions)
  const row = { ...byPanel, filter_id: filter.id, account_id: accountId, at, name }
  const version = { ...row, kind: 'seen' as const, seen_until: at, changed_at: changedAt }
  await insertFilterVersion(db, version, { before: previous, after: lists })
}

/** If only the date of change differs, the filter was changed and changed back in between. */
const isSame = (last: FilterVersionRow, now: Pick<FilterVersionRow, 'name' | 'sha256' | 'changed_at'>): boolean =>
  last.kind === 'seen' && last.name === now.name && last.sha256 === now.sha256 && last.changed_at === now.changed_at

type FilterEnd = { readonly id: string; readonly kind: 'deleted' | 'missing' }

async function endIn(db: Db, { accountId, now }: Observation, { id, kind }: FilterEnd): Promise<void> {
  const versions = await listFilterVersions(db, accountId, id)
  const last = versions.at(-1)
  // A filter that was never recorded has no end.
  if (last?.kind !== 'seen') return
  const row = { ...byPanel, filter_id: id, account_id: accountId, kind, at: now.toISOString(), name: last.name }
  await insertFilterVersion(db, row, { before: contentAfter(versions), after: {} })
}

type FilterChangeCall = {
  readonly name: string
  readonly target: string | null
  readonly former: unknown
  readonly answer: unknown
}

/** Records a filter before and after a change that went through the panel. */
export async function noteFilterChange(
  store: Store,
  observation: Observation,
  { name, target, former, answer }: FilterChangeCall,
): Promise<void> {
  if (!name.startsWith('filters.')) return
  for (const reported of [former, answer]) {
    const id = jsonText(reported, 'id')
    if (id !== null) await noteFilter(store, observation, toObserved(id, reported))
  }
  if (name === 'filters.delete' && target !== null) await noteEnd(store, observation, { id: target, kind: 'deleted' })
}

function toObserved(id: string, reported: unknown): ObservedFilter {
  const content = jsonField(reported, 'content')
  return {
    id,
    name: jsonText(reported, 'name'),
    content: typeof content === 'object' ? content : null,
    updated_at: jsonText(reported, 'updated_at') ?? undefined,
  }
}
