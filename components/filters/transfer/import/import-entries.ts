import type { FilterListName } from '@/lib/domain/filter-lists'

import { type FilterRecord, noServiceFaults, type ServiceFaults } from '../../draft/filter-draft'
import { firstChoice, freeName, type ImportChoice, nameKeyOf, type PlannedFilter } from './import-plan'
import { type FoundFilter, judgeFilter } from './judge-values'
import type { ImportOutcome } from './run-filter-import'

export interface ImportEntry extends PlannedFilter {
  readonly key: number
  readonly found: FoundFilter
  readonly chosen: ReadonlySet<FilterListName>
  readonly refused: ServiceFaults
}

interface EntryOptions {
  readonly known: readonly FilterRecord[]
  readonly isTable: boolean
}

/** Names next to numbers are usually the names of those numbers, so they are imported only if the user selects them. */
export function makeEntries(filters: readonly FoundFilter[], { known, isTable }: EntryOptions): readonly ImportEntry[] {
  return filters.map((found, key) => {
    const lists = [...found.texts.keys()]
    const chosen = new Set(lists.filter((list) => found.hasListNames || list !== 'name' || lists.length === 1))
    const refused = noServiceFaults
    const choice = firstChoice(found.name, known)
    const judged = judgeFilter(found, { chosen, refused })
    return { key, found, chosen, refused, name: found.name, choice, judged, mayBeEmpty: !isTable }
  })
}

const judgeAgain = (entry: ImportEntry): ImportEntry => ({ ...entry, judged: judgeFilter(entry.found, entry) })

export function toggleList(entry: ImportEntry, list: FilterListName): ImportEntry {
  const chosen = new Set(entry.chosen)
  if (!chosen.delete(list)) chosen.add(list)
  return judgeAgain({ ...entry, chosen })
}

/** A name chosen by one entry is not available to another. */
export function withChoice(entry: ImportEntry, choice: ImportChoice, usedNames: readonly string[]): ImportEntry {
  if (choice.kind !== 'create') return { ...entry, choice, name: entry.found.name || entry.name }
  const isTaken = usedNames.some((name) => nameKeyOf(name) === nameKeyOf(entry.name))
  return { ...entry, choice, name: isTaken ? freeName(entry.name, usedNames) : entry.name }
}

/** Returns the entries that were not imported, with the panel's verdicts on their values, to be decided again. */
export function entriesLeft(
  entries: readonly ImportEntry[],
  outcomes: ReadonlyMap<number, ImportOutcome>,
): readonly ImportEntry[] {
  return entries.flatMap((entry, at) => {
    const outcome = outcomes.get(at)
    if (outcome === undefined || outcome.kind === 'waiting') return [entry]
    if (outcome.kind !== 'refused') return []
    // The filter was deleted or changed in between, so the user has to decide again.
    const isOutdated = [404, 409].includes(outcome.error.status) && entry.choice?.kind === 'replace'
    return [judgeAgain({ ...entry, refused: outcome.faults, choice: isOutdated ? undefined : entry.choice })]
  })
}
