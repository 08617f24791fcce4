import { chunksOf } from '@/lib/domain/collections/chunks'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import type { Db } from '@/lib/storage/storage'

const COLUMNS = { nip: 'nip', krs: 'krs', pesel: 'pesel', subject_id: 'id' } as const

/** Names of subjects by identifier; identifiers without a subject are absent. */
export async function findSubjectNames(
  db: Db,
  type: IdentifierType,
  values: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const column = COLUMNS[type]
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('subjects')
      .select((eb) => [eb.ref(column).as('value'), 'name'])
      .where(column, 'in', chunk)
      .execute()
    for (const { value, name } of rows) if (value !== null) names.set(value, name)
  }
  return names
}

/** Names of companies by the numbers of a filter's list; numbers without a company are absent. */
export async function findCompanyNames(
  db: Db,
  column: 'krs' | 'nip' | 'regon',
  values: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await db
      .selectFrom('subjects')
      .select((eb) => [eb.ref(column).as('value'), 'name'])
      .where(column, 'in', chunk)
      .where('kind', '=', 'company')
      .execute()
    for (const { value, name } of rows) if (value !== null) names.set(value, name)
  }
  return names
}
