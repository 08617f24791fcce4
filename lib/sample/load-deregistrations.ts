import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { chunksOf } from '@/lib/domain/collections/chunks'
import { KRS_FIELDS } from '@/lib/service/documents/krs-fields'
import { insertKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import { updateCompany } from '@/lib/service/registers/statements/subjects'
import { listWhiteListEntries } from '@/lib/service/registers/statements/white-list-entries'
import type { KrsEntryTable } from '@/lib/service/registers/tables'
import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import type { Db } from '@/lib/storage/storage'

import { byCompany } from './load-krs-entries'
import { entryOf } from './registers/base-entries'
import { workingDayUpTo } from './registers/entry-days'
import { rng } from './rng'

const TITLE = 'Wykreślenie z Krajowego Rejestru Sądowego'

/**
 * Sets the deregistration day of each struck-off company: that of its KRS entry if there is one; otherwise an entry is
 * added after all others.
 */
export async function loadDeregistrations(db: Db, now: Date): Promise<void> {
  const companies = await db
    .selectFrom('subjects')
    .select('id')
    .where('kind', '=', 'company')
    .where('status', '=', 'deregistered')
    .where('deregistered_on', 'is', null)
    .orderBy('id')
    .execute()
  for (const ids of chunksOf(
    companies.map(({ id }) => id),
    LOOKUP_CHUNK,
  )) {
    const entries = byCompany(
      await db.selectFrom('krs_entries').selectAll().where('company_id', 'in', ids).orderBy('number').execute(),
    )
    const unlistedDays = await removalDays(db, ids)
    for (const id of ids)
      await setDeregistration(db, { id, entries: entries.get(id) ?? [], unlistedOn: unlistedDays.get(id), now })
  }
}

/** The tax office removes a company from the white list before it is struck off. */
async function removalDays(db: Db, ids: readonly string[]): Promise<Map<string, Day>> {
  const rows = await listWhiteListEntries(db, ids)
  return new Map(
    rows.flatMap(({ company_id, row }): [string, Day][] => {
      // Safe: the column contains a `WhiteListEntry`.
      const { removal_date: day } = JSON.parse(row) as WhiteListEntry
      return day === null ? [] : [[company_id, day]]
    }),
  )
}

type StruckOffCompany = {
  readonly id: string
  readonly entries: readonly KrsEntryTable[]
  readonly unlistedOn: Day | undefined
  readonly now: Date
}

async function setDeregistration(db: Db, { id, entries, unlistedOn, now }: StruckOffCompany): Promise<void> {
  const removalEntry = entries.findLast(({ field, title }) => field === KRS_FIELDS.removal || title === TITLE)
  if (removalEntry) return updateCompany(db, id, { deregistered_on: removalEntry.entered_on })
  const last = entries.at(-1)
  if (last === undefined) return
  const from = unlistedOn !== undefined && unlistedOn > last.entered_on ? unlistedOn : last.entered_on
  const after = addDays(from, rng(`deregistered|${id}`).int(10, 60))
  const today = warsawDay(now)
  const day = workingDayUpTo(after < today ? after : today)
  await insertKrsEntries(db, [entryOf(id, { number: last.number + 1, day, title: TITLE })])
  await updateCompany(db, id, { deregistered_on: day })
}
