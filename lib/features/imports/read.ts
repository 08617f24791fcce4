import type { Storage } from '@/lib/storage/storage'

import type { ImportRecordAnswer } from './contract'
import { countImportMonitors, type ImportCount, type StoredImport, countServiceRefusals } from './statements'

export async function toImports(
  { db }: Pick<Storage, 'db'>,
  rows: readonly StoredImport[],
): Promise<ImportRecordAnswer[]> {
  const ids = rows.map(({ id }) => id)
  const counts = await countImportMonitors(db, ids)
  const refused = await countServiceRefusals(db, ids)
  return rows.map((row) =>
    toImport(
      { ...row, service_refused: refused.get(row.id) ?? 0 },
      counts.filter(({ import_id: id }) => id === row.id),
    ),
  )
}

export async function toOneImport(storage: Pick<Storage, 'db'>, row: StoredImport): Promise<ImportRecordAnswer> {
  const [one] = await toImports(storage, [row])
  if (one === undefined) throw new Error('An import could not be read')
  return one
}

export const countUndoable = ({ kept }: ImportRecordAnswer): number =>
  kept.added + kept.tagged + kept.removed + kept.untagged

type CountedImport = StoredImport & { readonly service_refused: number }

function toImport({ account_id: _account, newest_at: _newest, ...row }: CountedImport, counts: readonly ImportCount[]) {
  const keptCounts = counts.filter(({ state }) => state === 'kept')
  return {
    ...row,
    effects: effectsOf(counts),
    undone: sum(counts.filter(({ state }) => state === 'undone')),
    skipped: sum(counts.filter(({ state }) => state !== 'undone' && state !== 'kept')),
    kept: effectsOf(keptCounts),
    persons: sum(keptCounts, 'persons'),
    unnamed: sum(keptCounts, 'unnamed'),
  }
}

const sum = (counts: readonly ImportCount[], field: 'count' | 'persons' | 'unnamed' = 'count'): number =>
  counts.reduce((total, each) => total + each[field], 0)

function effectsOf(counts: readonly ImportCount[]) {
  const countEffect = (name: ImportCount['effect']) => sum(counts.filter(({ effect }) => effect === name))
  return {
    added: countEffect('added'),
    tagged: countEffect('tagged'),
    removed: countEffect('removed'),
    untagged: countEffect('untagged'),
  }
}
