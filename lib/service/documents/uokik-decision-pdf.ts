import type { UokikDecision } from '@/lib/contract/registers'

import { dotted } from '../sample/polish-date'
import type { PdfContent, PdfField } from './pdf-content'
import { warsawTime } from './polish'

const yesNo = (yes: boolean): string => (yes ? 'Tak' : 'Nie')

export function uokikDecisionPdf(decision: UokikDecision, issuedAt: Date): PdfContent {
  const parties: PdfField[] = decision.parties.map((party, index) => ({
    label: `Uczestnik ${index + 1}`,
    value: party,
  }))
  return {
    register: 'Prezes Urzędu Ochrony Konkurencji i Konsumentów',
    title: `Decyzja nr ${decision.number}`,
    subject: decision.parties.join(', ') || decision.practice,
    facts: [
      { label: 'Data wydania', value: dotted(decision.decided_on) },
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
