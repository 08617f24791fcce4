import type { KrsEntryTable, RdfDocumentTable, RelationTable, SubjectTable } from '@/lib/service/registers/tables'
import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'

import { byCompany } from '../load-krs-entries'
import type { SubjectState, WorldCounters, WorldSource } from './world'

export type WorldRows = {
  readonly companies: readonly SubjectTable[]
  readonly relations: readonly RelationTable[]
  readonly statements: readonly RdfDocumentTable[]
  /** Unordered; the last entry of each company is sufficient. */
  readonly entries: readonly Pick<KrsEntryTable, 'company_id' | 'number' | 'entered_on'>[]
  readonly whiteList: ReadonlyMap<string, WhiteListEntry>
  readonly states: ReadonlyMap<string, SubjectState>
  readonly counters: WorldCounters
}

/** A world of rows in memory, for many announcements at once. */
export function rowsSource(rows: WorldRows): WorldSource {
  const holders = byCompany(rows.relations)
  const byHolder = new Map<string, RelationTable[]>()
  for (const relation of rows.relations)
    byHolder.set(relation.holder_id, [...(byHolder.get(relation.holder_id) ?? []), relation])
  const entries = byCompany(rows.entries)
  const statements = byCompany(rows.statements)
  return {
    companies: rows.companies,
    counters: rows.counters,
    holdersOf: (id) => Promise.resolve(holders.get(id) ?? []),
    heldBy: (id) => Promise.resolve(byHolder.get(id) ?? []),
    lastEntryOf: (id) => Promise.resolve(entries.get(id)?.toSorted((a, b) => b.number - a.number)[0]),
    lastStatementOf: (id) => Promise.resolve(latest(statements.get(id) ?? [])),
    whiteListOf: (id) => Promise.resolve(rows.whiteList.get(id)),
    stateOf: (id) => Promise.resolve(rows.states.get(id)),
  }
}

/** The statement of the latest period; of two, the one that was filed last. */
export const latest = (statements: readonly RdfDocumentTable[]): RdfDocumentTable | undefined =>
  statements.toSorted(
    (a, b) => Date.parse(b.period_end) - Date.parse(a.period_end) || Date.parse(b.filed_on) - Date.parse(a.filed_on),
  )[0]
