import type { Day } from '@/lib/domain/calendar'
import { listKrsEntries } from '@/lib/storage/registers/krs-entries'
import { listStatements } from '@/lib/storage/registers/rdf-documents'
import type { RdfDocumentTable } from '@/lib/storage/registers/tables'

import type { Handler } from '../http/context'
import { notFound } from '../http/errors'
import { type ZipEntry, zipStream } from '../http/zip-stream'
import { requireCompany } from '../registers/company-key'
import { fileAnswer } from './file-answer'
import { filedBytes, type FiledFile, toDocument, toFiledFile } from './filed-file'

/** Interface 4.11, decision 23: charged for every statement at once, before the first byte. */
export const rdfArchive: Handler<'rdf.archive'> = async ({ query }, { db, meter, dependencies }) => {
  const company = await requireCompany(db, query)
  const statements = await listStatements(db, company.id)
  if (statements.length === 0) throw notFound()
  await meter.charge(statements.length * dependencies.config.rdfArchiveUnits)
  const names = namesOf(statements)
  const changes = await listKrsEntries(db, company.id)
  const entries = statements.map((row, index) =>
    toEntry(toFiledFile({ company, changes, statements }, row), names[index] ?? row.id),
  )
  const name = `sprawozdania-${company.krs ?? company.id}.zip`
  return fileAnswer({ body: zipStream(entries), type: 'application/zip', name })
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
