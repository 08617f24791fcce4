import { createHash } from 'node:crypto'

import { documentOperations } from '@/lib/contract/documents'
import { attachment } from '@/lib/http/attachment'
import { findCompany } from '@/lib/storage/registers/companies'
import { listKrsEntries } from '@/lib/storage/registers/krs-entries'
import { findRdfDocument, listStatements } from '@/lib/storage/registers/rdf-documents'
import type { Db } from '@/lib/storage/storage'

import { preparedBy } from '../http/context'
import { notFound } from '../http/errors'
import { rangedAnswer } from '../http/ranged-answer'
import { filedBytes, isXml, toDocument, toFiledFile } from './filed-file'
import { chargeOnce } from './paid-downloads'

const { cost, freeAgainHours } = documentOperations['rdf.document']

/**
 * Interface 4.13, decision 23a. The file is made of what is kept about it, outside of the transaction that charges it. What hands
 * nothing out (304, 416) costs nothing, and a part pays for the whole.
 */
export const rdfFile = preparedBy<'rdf.document'>(async ({ params }, { dependencies, request }) => {
  const { bytes, type, name } = await readFiled(dependencies.storage.db, params.id)
  const file = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.byteLength,
    type,
    disposition: attachment(name),
  }
  const answer = rangedAnswer(request, file, (start, end) => bytes.subarray(start, end + 1))
  return async (context) => {
    const paid = { documentId: params.id, units: cost.units, hours: freeAgainHours }
    if (answer.status === 304) await context.meter.charge(0)
    else noteUntil(answer, await chargeOnce(paid, context))
    return answer
  }
})

async function readFiled(db: Db, id: string) {
  const row = await findRdfDocument(db, id)
  const company = row && (await findCompany(db, { column: 'id', value: row.company_id }))
  if (!row || !company) throw notFound()
  const changes = await listKrsEntries(db, company.id)
  const statements = await listStatements(db, company.id)
  const type = isXml(row) ? 'application/xml' : 'application/pdf'
  return {
    bytes: await filedBytes(toFiledFile({ company, changes, statements }, row)),
    type,
    name: toDocument(row).file_name,
  }
}

function noteUntil({ headers }: Response, paidUntil: string | undefined): void {
  if (paidUntil !== undefined) headers.set('x-paid-until', paidUntil)
}
