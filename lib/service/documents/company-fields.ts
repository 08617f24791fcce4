import type { PdfFact } from '@/lib/pdf/blocks'
import type { SubjectTable } from '@/lib/service/registers/tables'

const STATUSES: Readonly<Record<string, string>> = {
  active: 'czynny',
  liquidation: 'w likwidacji',
  bankruptcy: 'w upadłości',
  restructuring: 'w restrukturyzacji',
  deregistered: 'wykreślony z rejestru',
}
export const statusWord = ({ status }: SubjectTable): string => STATUSES[status] ?? status

export const NOT_GIVEN = 'nie podano'

export const addressFields = (company: SubjectTable): PdfFact[] => [
  { label: 'Siedziba', value: company.city ?? NOT_GIVEN },
  ...(company.province === null ? [] : [{ label: 'Województwo', value: company.province }]),
  { label: 'Adres', value: [company.street, company.city].filter((part) => part !== null).join(', ') || NOT_GIVEN },
]

export const numberFields = ({ krs, nip, regon }: SubjectTable): PdfFact[] => [
  { label: 'Numer KRS', value: krs ?? NOT_GIVEN },
  { label: 'NIP', value: nip ?? NOT_GIVEN },
  { label: 'REGON', value: regon ?? NOT_GIVEN },
]
