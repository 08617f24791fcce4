import { warsawDay } from '@/lib/domain/calendar'
import { insertRdfDocuments } from '@/lib/storage/rdf-documents'

import type { Context } from '../context'
import { filingsOf } from './rdf-filings'
import { makeSubjects } from './subjects'

export async function loadRdfDocuments(db: Context['db'], now: Date): Promise<void> {
  const today = warsawDay(now)
  await insertRdfDocuments(
    db,
    makeSubjects().flatMap((company) => filingsOf(company, today)),
  )
}
