import { createHash } from 'node:crypto'

import { documentOperations, type RdfDocument } from '@/lib/contract/documents'
import type { Day } from '@/lib/domain/calendar'
import { attachment } from '@/lib/http/attachment'
import { type ZipEntry, zipStream } from '@/lib/http/zip-stream'
import { countPdfPages } from '@/lib/pdf/document'
import { findRdfDocument, listRdfDocuments, listStatements } from '@/lib/service/documents/statements/rdf-documents'
import { findCompany } from '@/lib/service/registers/statements/companies'
import { listKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import type { RdfDocumentTable, SubjectTable } from '@/lib/service/registers/tables'
import type { Db } from '@/lib/storage/storage'

import { type Context, type Handler, type HandlersOf, preparedBy } from '../http/context'
import { notFound } from '../http/errors'
import { rangedAnswer } from '../http/ranged-answer'
import { answerOnce } from '../metering/idempotent-answers'
import { requireCompany } from '../registers/company-key'
import { filedBytes, type FiledFile, isXml, toDocument, toFiledFile, toFinancials } from './filed-file'
import { chargeOnce } from './paid-downloads'
import { fileAnswer } from './pdf-file'

const { cost, freeAgainHours } = documentOperations['rdf.document']

/**
 * Interface section 4.13 and decision 23a (repeated downloads). The file is generated from stored data, outside the
 * transaction that charges it. An answer without content (304, 416) is free, and a part costs as much as the whole.
 */
const rdfFile = preparedBy<'rdf.document'>(async ({ params }, { dependencies, request }) => {
  const { bytes, type, name } = await renderFiled(dependencies.storage.db, params.id)
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
    else setPaidUntil(answer, await chargeOnce(paid, context))
    return answer
  }
})

async function renderFiled(db: Db, id: string) {
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

function setPaidUntil({ headers }: Response, paidUntil: string | undefined): void {
  if (paidUntil !== undefined) headers.set('x-paid-until', paidUntil)
}

/** Interface section 4.11 and decision 23 (RDF archive): all statements are charged at once, before the first byte. */
const rdfArchive: Handler<'rdf.archive'> = async ({ query }, context) => {
  const { db } = context
  const company = await requireCompany(db, query)
  const allStatements = await listStatements(db, company.id)
  if (allStatements.length === 0) throw notFound()
  // The stored answer is the list of ids in the archive; the bytes are generated again from it.
  const { ids } = await answerOnce({ operation: 'rdf.archive', company: company.id }, context, () =>
    charge(allStatements, context),
  )
  const statements = allStatements.filter(({ id }) => ids.includes(id))
  const names = namesOf(statements)
  const changes = await listKrsEntries(db, company.id)
  const entries = statements.map((row, index) =>
    toEntry(toFiledFile({ company, changes, statements }, row), names[index] ?? row.id),
  )
  const name = `sprawozdania-${company.krs ?? company.id}.zip`
  return fileAnswer({ body: zipStream(entries), type: 'application/zip', name })
}

async function charge(statements: readonly RdfDocumentTable[], { meter, dependencies }: Context) {
  await meter.charge(statements.length * dependencies.config.rdfArchiveUnits)
  return { ids: statements.map(({ id }) => id) }
}

const toEntry = (file: FiledFile, name: string): ZipEntry => ({
  name,
  modified: midnight(file.row.filed_on),
  bytes: () => filedBytes(file),
})

/** ZIP stores local time of the process, so this is the only place that uses the process's time zone. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00`)

/** File names of the documents; repeated names get a number. */
function namesOf(statements: readonly RdfDocumentTable[]): string[] {
  const nameCounts = new Map<string, number>()
  return statements.map((row) => {
    const name = toDocument(row).file_name.replaceAll(/[/\\]/g, '-')
    const times = (nameCounts.get(name) ?? 0) + 1
    nameCounts.set(name, times)
    return times === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${times}$1`)
  })
}

/** What the list returns about a file. */
type FileFacts = { readonly size_bytes: number | null; readonly pages: number | null }

const UNKNOWN: FileFacts = { size_bytes: null, pages: null }
/** A PDF takes 4 to 5 ms and an XML a tenth of one, so a list waits at most a third of a second. */
const MAX_RENDERED = 60
const MAX_CACHED = 20_000

/** Keyed by the content from which a file is made: the same content gives the same bytes in any store. */
const factsCache = new Map<string, FileFacts>()

/**
 * In the order of `files`. In a long list only the first unknown PDFs are generated; the others follow on the next
 * call.
 */
async function readFacts(files: readonly FiledFile[]): Promise<FileFacts[]> {
  const facts: FileFacts[] = []
  let rendered = 0
  for (const file of files) {
    const content = contentOf(file)
    const isPdf = !isXml(file.row)
    const cached = factsCache.get(content)
    if (cached === undefined && isPdf) rendered += 1
    facts.push(cached ?? (rendered > MAX_RENDERED && isPdf ? UNKNOWN : cacheFacts(content, await factsOf(file, isPdf))))
  }
  return facts
}

const contentOf = (file: FiledFile): string => createHash('sha256').update(JSON.stringify(file)).digest('base64')

async function factsOf(file: FiledFile, isPdf: boolean): Promise<FileFacts> {
  const bytes = await filedBytes(file)
  return { size_bytes: bytes.byteLength, pages: isPdf ? (countPdfPages(bytes) ?? null) : null }
}

function cacheFacts(content: string, facts: FileFacts): FileFacts {
  const [oldest] = factsCache.keys()
  if (factsCache.size >= MAX_CACHED && oldest !== undefined) factsCache.delete(oldest)
  factsCache.set(content, facts)
  return facts
}

const refOf = ({ id, krs, name }: SubjectTable) => ({ id, krs, name })

/** Interface section 4.13 (price of a list): one RDF unit per list, even if it is empty. */
export const rdfHandlers: HandlersOf<'rdf'> = {
  'rdf.documents': preparedBy<'rdf.documents'>(async ({ query }, { dependencies: { storage } }) => {
    const company = await requireCompany(storage.db, query)
    const items = await listWithFacts(storage.db, company)
    return async ({ meter }) => {
      await meter.charge(1)
      return { subject: refOf(company), items }
    }
  }),
  'rdf.financials': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return { subject: refOf(company), items: (await listStatements(db, company.id)).map(toFinancials) }
  },
  'rdf.document': rdfFile,
  'rdf.archive': rdfArchive,
}

/** Newest filing first, each with size and number of pages. */
async function listWithFacts(db: Db, company: SubjectTable): Promise<RdfDocument[]> {
  const rows = await listRdfDocuments(db, company.id)
  const changes = await listKrsEntries(db, company.id)
  const statements = await listStatements(db, company.id)
  const facts = await readFacts(rows.map((row) => toFiledFile({ company, changes, statements }, row)))
  return rows.map((row, index) => ({ ...toDocument(row), ...(facts[index] ?? { size_bytes: null, pages: null }) }))
}
