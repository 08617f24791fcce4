import type { SampleWorld } from './calls/contract-calls'
import type { TestService } from './service'

/** One item of each register in the sample data. Throws if a register is empty. */
export async function findSampleWorld(service: TestService): Promise<SampleWorld> {
  const { db } = service.storage
  const document = await db
    .selectFrom('rdf_documents')
    .innerJoin('subjects', 'subjects.id', 'rdf_documents.company_id')
    .select(['rdf_documents.id', 'subjects.krs', 'subjects.nip'])
    .where('kind_code', '=', 18)
    .where('subjects.status', '=', 'active')
    .orderBy('rdf_documents.id')
    .executeTakeFirstOrThrow()
  const decision = await db
    .selectFrom('register_entries')
    .select('id')
    .where('register', '=', 'uokik')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const daily = await db
    .selectFrom('daily_reports')
    .select('id')
    .where('row_count', '>', 0)
    .orderBy('report_date')
    .orderBy('source')
    .orderBy('format')
    .executeTakeFirstOrThrow()
  const { id: rdfDocumentId, krs, nip } = document
  if (krs === null || nip === null) throw new Error('The company of a statement has no KRS or NIP')
  return { krs, nip, rdfDocumentId, uokikId: decision.id, dailyReportId: daily.id }
}
