import { toClauseEntry } from '@/lib/service/registers/register-entry'
import { insertEntries } from '@/lib/storage/registers/register-entries'
import type { Db } from '@/lib/storage/storage'

import { makeClauses } from './registers/uokik-clauses'

export const loadClauses = (db: Db): Promise<void> =>
  insertEntries(
    db,
    makeClauses().map(({ item, subject }, index) =>
      toClauseEntry(item, { position: index + 1, krs: subject.krs, nip: subject.nip }),
    ),
  )
