import { listStatements } from '@/lib/service/documents/statements/rdf-documents'
import { listKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import { listHolders } from '@/lib/service/registers/statements/relations'

import type { Handler } from '../http/context'
import { requireCompanyByKrs } from '../registers/company-key'
import { krsExtract } from './krs-extract'
import { fileAnswer, renderPdf } from './pdf-file'

const NAMES = { current: 'odpis-aktualny', full: 'odpis-pelny' } as const

/** Interface sections 4.13 and 8.1 (price of a PDF): one PDF unit for the current and for the full extract. */
export const krsPdf: Handler<'krs.pdf'> = async ({ params, query: { type } }, { db, meter, now }) => {
  const company = await requireCompanyByKrs(db, params.krs)
  await meter.requireLeft(1)
  const relations = await listHolders(db, company.id)
  const statements = await listStatements(db, company.id)
  const changes = await listKrsEntries(db, company.id)
  const body = await renderPdf(krsExtract({ company, relations, statements, changes, type, issuedAt: now }))
  await meter.charge(1)
  return fileAnswer({ body, type: 'application/pdf', name: `${NAMES[type]}-${company.krs}.pdf` })
}
