import { chunksOf } from '@/lib/domain/collections/chunks'
import { ofAccount } from '@/lib/storage/engine/of-account'
import type { Db } from '@/lib/storage/storage'

import type { AuditEntryTable } from '../tables'

type EntryFacts = Pick<AuditEntryTable, 'target' | 'before' | 'after'>
type TargetNames = {
  /** Other entries about these targets, newest first. */
  readonly entries: readonly EntryFacts[]
  /** E-mails of users, and subjects of the events of monitors. */
  readonly names: ReadonlyMap<string, string>
}

const CHUNK = 200
/** Entries read per target: even a monitor that was viewed daily has its name in one of them. */
const MAX_ENTRIES_PER_TARGET = 50

export async function namesOfTargets(db: Db, accountId: string, targets: readonly string[]): Promise<TargetNames> {
  const entries: EntryFacts[] = []
  const names = new Map<string, string>()
  for (const chunk of chunksOf(targets, CHUNK)) {
    entries.push(...(await entriesAbout(db, accountId, chunk)))
    for (const { id, email } of await usersAmong(db, accountId, chunk)) names.set(id, email)
    for (const { monitor_id, subject_name } of await subjectsOf(db, accountId, chunk)) {
      if (subject_name) names.set(monitor_id, subject_name)
    }
  }
  return { entries, names }
}

/** Numbers rows within each target, because one order over all targets would read the whole log. */
function entriesAbout(db: Db, accountId: string, targets: readonly string[]): Promise<EntryFacts[]> {
  const numbered = db
    .selectFrom('audit_entries')
    .select(({ fn }) => [
      'target',
      'before',
      'after',
      'number',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('target').orderBy('number', 'desc'))
        .as('place'),
    ])
    .where('account_id', '=', accountId)
    .where('target', 'in', targets)
  return db
    .selectFrom(numbered.as('numbered'))
    .select(['target', 'before', 'after'])
    .where('place', '<=', MAX_ENTRIES_PER_TARGET)
    .orderBy('number', 'desc')
    .execute()
}

const usersAmong = (db: Db, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.email'])
    .where('members.account_id', '=', accountId)
    .where('users.id', 'in', ids)
    .execute()

/**
 * Only for monitors of a single number: a monitor of a filter must not be named after one of the companies that it
 * found.
 */
function subjectsOf(db: Db, accountId: string, ids: readonly string[]) {
  const withoutNumber = (table: 'monitors' | 'deleted_monitors') =>
    db.selectFrom(table).select('id').where('id', 'in', ids).where('identifier_value', 'is', null)
  return ofAccount(db, 'panel_events', accountId)
    .select(({ fn }) => ['monitor_id', fn.max('subject_name').as('subject_name')])
    .where('monitor_id', 'in', ids)
    .where('monitor_id', 'not in', withoutNumber('monitors'))
    .where('monitor_id', 'not in', withoutNumber('deleted_monitors'))
    .groupBy('monitor_id')
    .having(({ fn }) => fn.count('identifier_value').distinct(), '=', 1)
    .execute()
}
