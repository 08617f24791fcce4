import type { Advisor } from '@/lib/contract/announcement'

import { rng } from '../rng'
import { makeName, pickSex } from './persons'
import { subjectsWith } from './subjects'

/** Court texts name the role in lower case, the register has a code and a label. */
export const advisorRoles = {
  syndyk: { code: 'SYNDYK', label: 'Wyznaczenie syndyka', noun: 'syndyk' },
  supervisor: { code: 'NADZORCA_SADOWY', label: 'Wyznaczenie nadzorcy sądowego', noun: 'nadzorca sądowy' },
  interim: {
    code: 'TYMCZASOWY_NADZORCA_SADOWY',
    label: 'Ustanowienie tymczasowego nadzorcy sądowego',
    noun: 'tymczasowy nadzorca sądowy',
  },
  arrangement: { code: 'NADZORCA_UKLADU', label: 'Nadzorca układu', noun: 'nadzorca układu' },
  administrator: { code: 'ZARZADCA', label: 'Wyznaczenie zarządcy', noun: 'zarządca' },
} as const
export type AdvisorRole = keyof typeof advisorRoles

const COMPANY_SHARE = 0.2
const restructuringCompanies = subjectsWith('active').filter(
  ({ name, share_capital }) => share_capital !== null && /CONSULTING|FINANSE/.test(name),
)

/** A case has the same adviser in all stages; `licence` is the number of the adviser's licence. */
export function advisorOf(caseKey: string, role: AdvisorRole): { advisor: Advisor; licence: number } {
  const random = rng(`advisor|${caseKey}`)
  const licence = random.int(9001, 9999)
  const { code: event_code, label: event_label } = advisorRoles[role]
  if (random.chance(COMPANY_SHARE)) {
    const { id, name, krs, nip, legal_form } = random.pick(restructuringCompanies)
    const advisor = { name, name_normalized: name, krs, nip, legal_form, event_code, event_label, company_id: id }
    return { advisor, licence }
  }
  const name = makeName(random, pickSex(random))
  const noCompany = { krs: null, nip: null, legal_form: null, company_id: null }
  return {
    advisor: { name, name_normalized: name.toLocaleUpperCase('pl'), ...noCompany, event_code, event_label },
    licence,
  }
}
