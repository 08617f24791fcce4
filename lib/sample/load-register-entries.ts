import { warsawDay } from '@/lib/domain/calendar'
import type { Context } from '@/lib/service/http/context'
import { toKnfEntry, toSudopEntry, toUokikEntry } from '@/lib/service/registers/register-entry'
import { insertEntries } from '@/lib/service/registers/statements/register-entries'

import { makeWarnings } from './registers/knf-warnings'
import type { Subject } from './registers/subjects'
import { makeCases } from './registers/sudop-cases'
import { makeDecisions } from './registers/uokik-decisions'

/** Synthetic lists of KNF, UOKiK and SUDOP up to yesterday. */
export async function loadRegisterEntries(db: Context['db'], now: Date): Promise<void> {
  const today = warsawDay(now)
  await insertEntries(
    db,
    makeWarnings(today).map(({ item, subject }, index) => toKnfEntry(item, listingOf(subject, index))),
  )
  await insertEntries(
    db,
    makeDecisions(today).map(({ item, subject }, index) => toUokikEntry(item, listingOf(subject, index))),
  )
  await insertEntries(
    db,
    makeCases(today).map(({ item, subject }, index) => toSudopEntry(item, listingOf(subject, index))),
  )
}

const listingOf = (subject: Pick<Subject, 'krs' | 'nip'> | null, index: number) => ({
  position: index + 1,
  krs: subject?.krs ?? null,
  nip: subject?.nip ?? null,
})
