import type { Kysely } from 'kysely'

import type { ReportRow } from '@/lib/storage/report-rows'
import { itemsOfFilters, monitorsTagged, type SelectionItem, subjectIdsOfRegons } from '@/lib/storage/report-selection'
import type { Database, ReportJobTable } from '@/lib/storage/tables'

import { keysWithin } from './name-key'

type Db = Kysely<Database>
export type RowTest = (row: ReportRow) => boolean
type Selected = Pick<ReportJobTable, 'account_id' | 'filter_id' | 'monitor_tag'>

/**
 * Which rows a custom report takes: those that an item of its filter matches and that a monitor with its tag matches;
 * without either, all. Matching is that of monitors: identifiers equal, names by whole words.
 */
export async function toRowTest(db: Db, job: Selected): Promise<RowTest> {
  const tests: RowTest[] = []
  if (job.filter_id !== null) {
    tests.push(await anyOf(db, await itemsOfFilters(db, job.account_id, [job.filter_id])))
  }
  if (job.monitor_tag !== null) tests.push(await anyOf(db, await taggedItems(db, job.account_id, job.monitor_tag)))
  return (row) => tests.every((test) => test(row))
}

async function taggedItems(db: Db, accountId: string, tag: string): Promise<SelectionItem[]> {
  const monitors = await monitorsTagged(db, accountId, tag)
  const filters = monitors.flatMap(({ filter_id }) => (filter_id === null ? [] : [filter_id]))
  const watched = monitors.flatMap(({ identifier_type: kind, identifier_value: value }) =>
    kind !== null && value !== null ? [{ kind, value }] : [],
  )
  return [...watched, ...(await itemsOfFilters(db, accountId, filters))]
}

async function anyOf(db: Db, items: readonly SelectionItem[]): Promise<RowTest> {
  const wanted = new Set(items.map(({ kind, value }) => `${kind} ${value}`))
  const regons = items.flatMap(({ kind, value }) => (kind === 'regon' ? [value] : []))
  for (const id of await subjectIdsOfRegons(db, regons)) wanted.add(`subject_id ${id}`)
  const byName = items.some(({ kind }) => kind === 'name')
  return (row) => {
    const { nip, krs, pesel, subject_id, signature } = row
    const signatureKind = row.source === 'krz' ? 'krz_signature' : 'msig_signature'
    const own = Object.entries({ nip, krs, pesel, subject_id, [signatureKind]: signature })
    if (own.some(([kind, value]) => value !== null && wanted.has(`${kind} ${value}`))) return true
    return byName && keysWithin(row.name).some((key) => wanted.has(`name ${key}`))
  }
}
