import { uokikDecision } from '@/lib/contract/registers'
import { findUokikDecision } from '@/lib/storage/uokik-documents'

import { chargedLast } from './charged-last'
import { fileAnswer } from './documents/file-answer'
import { renderPdf } from './documents/pdf-file'
import { uokikDecisionPdf } from './documents/uokik-decision-pdf'
import { notFound } from './errors'

/** Interface 4.13: one PDF unit. */
export const uokikDocument = chargedLast<'uokik.document'>(async ({ params }, { db, meter, now }) => {
  const entry = await findUokikDecision(db, params.id)
  if (!entry) throw notFound()
  await meter.requireLeft(1)
  const decision = uokikDecision.parse(JSON.parse(entry.row))
  const body = await renderPdf(uokikDecisionPdf(decision, now))
  await meter.charge(1)
  return fileAnswer({ body, type: 'application/pdf', name: `decyzja-${decision.number.replaceAll('/', '-')}.pdf` })
})
