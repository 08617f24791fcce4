import { warsawDay } from '@/lib/domain/calendar'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import type { Context } from '@/lib/service/http/context'

import { filingsOf } from './registers/rdf-filings'
import { makeSubjects } from './registers/subjects'

export async function loadRdfDocuments(db: Context['db'], now: Date): Promise<void> {
  const today = warsawDay(now)
  await insertRdfDocuments(
    db,
    makeSubjects().flatMap((company) => filingsOf(company, today)),
  )
}
