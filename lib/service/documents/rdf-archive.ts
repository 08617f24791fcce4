import type { Day } from '@/lib/domain/calendar'
import { listKrsEntries } from '@/lib/storage/registers/krs-entries'
import { listStatements } from '@/lib/storage/registers/rdf-documents'
import type { RdfDocumentTable } from '@/lib/storage/registers/tables'

import type { Context, Handler } from '../http/context'
import { notFound } from '../http/errors'
import { type ZipEntry, zipStream } from '../http/zip-stream'
import { answerOnce } from '../metering/answered-once'
import { requireCompany } from '../registers/company-key'
import { fileAnswer } from './file-answer'
import { filedBytes, type FiledFile, toDocument, toFiledFile } from './filed-file'

/** Interface 4.11, decision 23: charged for every statement at once, before the first byte. */
export const rdfArchive: Handler<'rdf.archive'> = async ({ query }, context) => {
  const { db } = context
  const company = await requireCompany(db, query)
  const collected = await listStatements(db, company.id)
  if (collected.length === 0) throw notFound()
  // What is kept under a key is what is in the archive: of this its bytes are made again.
  const { ids } = await answerOnce({ operation: 'rdf.archive', company: company.id }, context, () =>
    charge(collected, context),
  )
  const statements = collected.filter(({ id }) => ids.includes(id))
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

/** A ZIP keeps the wall clock of whoever made it, so this is the one place for the process's own midnight. */
const midnight = (day: Day): Date => new Date(`${day}T00:00:00`)

/** File names of the documents; where two are the same, each later one says which it is. */
function namesOf(statements: readonly RdfDocumentTable[]): string[] {
  const seen = new Map<string, number>()
  return statements.map((row) => {
    const name = toDocument(row).file_name.replaceAll(/[/\\]/g, '-')
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${times}$1`)
  })
}
