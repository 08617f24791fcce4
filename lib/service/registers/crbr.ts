import { listHolders } from '@/lib/service/registers/statements/relations'

import { crbrExtract } from '../documents/crbr-extract'
import { fileAnswer, renderPdf } from '../documents/pdf-file'
import type { HandlersOf } from '../http/context'
import { requireCompanyByKrs } from './company-key'

/** Interface sections 4.13 and 8.1 (price of a PDF): one PDF unit. */
export const crbrHandlers: HandlersOf<'crbr'> = {
  'crbr.pdf': async ({ params }, { db, meter, now }) => {
    const company = await requireCompanyByKrs(db, params.krs)
    await meter.requireLeft(1)
    const holders = await listHolders(db, company.id)
    const owners = holders.filter(({ role }) => role === 'beneficial_owner')
    const body = await renderPdf(crbrExtract({ company, owners, issuedAt: now }))
    await meter.charge(1)
    return fileAnswer({ body, type: 'application/pdf', name: `crbr-${company.krs}.pdf` })
  },
}
