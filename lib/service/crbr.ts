import { listHolders } from '@/lib/storage/relations'

import { chargedLast } from './charged-last'
import { requireCompanyByKrs } from './company-key'
import type { HandlersOf } from './context'
import { crbrExtract } from './documents/crbr-extract'
import { fileAnswer } from './documents/file-answer'
import { renderPdf } from './documents/pdf-file'

/** Interface 4.13, 8.1: one PDF unit. */
export const crbrHandlers: HandlersOf<'crbr'> = {
  'crbr.pdf': chargedLast<'crbr.pdf'>(async ({ params }, { db, meter, now }) => {
    const company = await requireCompanyByKrs(db, params.krs)
    await meter.requireLeft(1)
    const holders = await listHolders(db, company.id)
    const owners = holders.filter(({ role }) => role === 'beneficial_owner')
    const body = await renderPdf(crbrExtract({ company, owners, issuedAt: now }))
    await meter.charge(1)
    return fileAnswer({ body, type: 'application/pdf', name: `crbr-${company.krs}.pdf` })
  }),
}
