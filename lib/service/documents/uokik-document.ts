import { uokikDecision, type UokikDecision } from '@/lib/contract/registers'
import type { PdfFact } from '@/lib/pdf/blocks'
import { findUokikDecision } from '@/lib/service/registers/statements/register-entries'

import type { Handler } from '../http/context'
import { notFound } from '../http/errors'
import type { PdfContent } from './pdf-content'
import { fileAnswer, renderPdf } from './pdf-file'
import { dottedDay, warsawTime } from './polish'

const yesNo = (yes: boolean): string => (yes ? 'Tak' : 'Nie')

function uokikDecisionPdf(decision: UokikDecision, issuedAt: Date): PdfContent {
  const parties: PdfFact[] = decision.parties.map((party, index) => ({
    label: `Uczestnik ${index + 1}`,
    value: party,
  }))
  return {
    register: 'Prezes Urzędu Ochrony Konkurencji i Konsumentów',
    title: `Decyzja nr ${decision.number}`,
    subject: decision.parties.join(', ') || decision.practice,
    facts: [
      { label: 'Data wydania', value: dottedDay(decision.decided_on) },
      { label: 'Sygnatura akt', value: decision.case_signature },
      { label: 'Pobrano', value: warsawTime(issuedAt) },
    ],
    issuedAt,
    blocks: [
      { kind: 'part', title: 'Uczestnicy postępowania' },
      parties.length === 0 ? { kind: 'text', text: 'Nie podano.' } : { kind: 'fields', fields: parties },
      { kind: 'part', title: 'Rozstrzygnięcie' },
      {
        kind: 'fields',
        fields: [
          { label: 'Rodzaj praktyki', value: decision.practice },
          { label: 'Kara', value: yesNo(decision.fined) },
          { label: 'Branża', value: decision.industry },
          { label: 'Region', value: decision.region },
          { label: 'Odwołanie do sądu', value: yesNo(decision.appealed) },
        ],
      },
    ],
  }
}

/** Interface section 4.13 (price of a document): one PDF unit. */
export const uokikDocument: Handler<'uokik.document'> = async ({ params }, { db, meter, now }) => {
  const entry = await findUokikDecision(db, params.id)
  if (!entry) throw notFound()
  await meter.requireLeft(1)
  const decision = uokikDecision.parse(JSON.parse(entry.row))
  const body = await renderPdf(uokikDecisionPdf(decision, now))
  await meter.charge(1)
  return fileAnswer({ body, type: 'application/pdf', name: `decyzja-${decision.number.replaceAll('/', '-')}.pdf` })
}
