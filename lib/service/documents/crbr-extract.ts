import type { RelationTable, SubjectTable } from '@/lib/service/registers/tables'

import { addressFields, NOT_GIVEN, numberFields, statusWord } from './company-fields'
import type { PdfBlock, PdfContent } from './pdf-content'
import { dottedDay, warsawTime } from './polish'

type CrbrExtract = {
  readonly company: SubjectTable
  readonly owners: readonly RelationTable[]
  readonly issuedAt: Date
}

/** Contains names of persons but no personal numbers: the store has none for beneficial owners. */
export function crbrExtract({ company, owners, issuedAt }: CrbrExtract): PdfContent {
  const current = owners.filter(({ until }) => until === null)
  const formerOwners = owners.filter(({ until }) => until !== null)
  return {
    register: 'Centralny Rejestr Beneficjentów Rzeczywistych',
    title: 'Informacja o beneficjentach rzeczywistych',
    subject: company.name,
    facts: [
      ...numberFields(company),
      { label: 'Liczba beneficjentów', value: String(current.length) },
      { label: 'Stan podmiotu', value: statusWord(company) },
      { label: 'Stan na', value: warsawTime(issuedAt) },
    ],
    issuedAt,
    blocks: [
      { kind: 'part', title: 'Dane podmiotu' },
      {
        kind: 'fields',
        fields: [
          { label: 'Nazwa', value: company.name },
          { label: 'Forma organizacyjna', value: company.legal_form ?? NOT_GIVEN },
          ...addressFields(company),
        ],
      },
      { kind: 'part', title: 'Beneficjenci rzeczywiści' },
      ...people(current, 'Brak zgłoszonych beneficjentów rzeczywistych.'),
      ...(formerOwners.length === 0
        ? []
        : [{ kind: 'part', title: 'Dane historyczne' } as const, ...people(formerOwners, '')]),
    ],
  }
}

const people = (owners: readonly RelationTable[], none: string): PdfBlock[] =>
  owners.length === 0 ? [{ kind: 'text', text: none }] : owners.flatMap(person)

const person = ({ holder_name, detail, since, until }: RelationTable, index: number): PdfBlock[] => [
  { kind: 'section', title: `${index + 1}. ${holder_name}` },
  {
    kind: 'fields',
    fields: [
      { label: 'Imię i nazwisko', value: holder_name, struck: until !== null },
      { label: 'Charakter i zakres uprawnień', value: detail, struck: until !== null },
      { label: 'Beneficjent od', value: since === null ? NOT_GIVEN : dottedDay(since) },
      ...(until === null ? [] : [{ label: 'Beneficjent do', value: dottedDay(until) }]),
    ],
  },
]
