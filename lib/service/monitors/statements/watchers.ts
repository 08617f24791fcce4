import { chunksOf } from '@/lib/domain/collections/chunks'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import type { Db } from '@/lib/storage/storage'

import type { SubjectTable } from '../../registers/tables'

/** A monitor that watches a value, directly or through its filter, since an instant. */
export type Watcher = { value: string; monitorId: string; accountId: string; since: string }
export type SubjectKeys = Pick<SubjectTable, 'id' | 'krs' | 'nip' | 'regon' | 'pesel' | 'name'>

/** Monitors of the identifiers, by the index of identifiers. */
export async function findIdentifierWatchers(
  db: Db,
  type: IdentifierType,
  values: readonly string[],
): Promise<Watcher[]> {
  const found: Watcher[] = []
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('monitors')
      .select(['identifier_value', 'id as monitorId', 'account_id as accountId', 'created_at as since'])
      .where('identifier_type', '=', type)
      .where('identifier_value', 'in', chunk)
      .execute()
    for (const { identifier_value: value, ...row } of rows) if (value !== null) found.push({ value, ...row })
  }
  return found
}

/** Monitors of the filters that contain the values, by the index of filter items. */
export async function findFilterWatchers(db: Db, kind: string, values: readonly string[]): Promise<Watcher[]> {
  const found: Watcher[] = []
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('filter_items')
      .innerJoin('monitors', 'monitors.filter_id', 'filter_items.filter_id')
      .select([
        'filter_items.value',
        'monitors.id as monitorId',
        'monitors.account_id as accountId',
        'monitors.created_at as since',
      ])
      .where('filter_items.kind', '=', kind)
      .where('filter_items.value', 'in', chunk)
      .execute()
    found.push(...rows)
  }
  return found
}

export async function findSubjectKeys(
  db: Db,
  column: 'id' | 'krs' | 'nip' | 'pesel',
  values: readonly string[],
): Promise<SubjectKeys[]> {
  const found: SubjectKeys[] = []
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('subjects')
      .select(['id', 'krs', 'nip', 'regon', 'pesel', 'name'])
      .where(column, 'in', chunk)
      .execute()
    found.push(...rows)
  }
  return found
}
