import { type FileTable, lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'

import { type DetailField, detailFields } from '../details/detail-fields'
import type { LoadedPage, ListRow } from '../list/kept-list'
import type { PagedList } from '../register-lists'
import { flagIn, textIn, textListIn } from '../rows/row-fields'

interface SavedRow {
  readonly row: ListRow
  readonly page: LoadedPage | undefined
  readonly query: string
  readonly monitors: string
}

/** Names of columns do not follow the language of the reader. */
const NAMES: Readonly<Record<DetailField, string>> = {
  name: 'podmiot',
  identifier: 'identyfikator',
  section: 'dzial',
  prosecutor: 'prokuratura',
  notified_on: 'data_zawiadomienia',
  rulings: 'orzeczenia',
  resolved_on: 'data_rozstrzygniecia',
  notes: 'informacje',
  number: 'numer',
  decided_on: 'data_wydania',
  case_signature: 'sygnatura',
  parties: 'uczestnicy',
  practice: 'praktyka',
  fined: 'kara',
  industry: 'branza',
  region: 'region',
  appealed: 'odwolanie',
  entered_on: 'data_wpisu',
  clause: 'klauzula',
  beneficiary_name: 'beneficjent',
  beneficiary_nip: 'nip_beneficjenta',
  beneficiary_size: 'wielkosc_beneficjenta',
  provider_name: 'udzielajacy',
  provider_nip: 'nip_udzielajacego',
  measure_number: 'numer_srodka',
  measure_name: 'srodek',
  legal_basis: 'podstawa_prawna',
  purpose: 'przeznaczenie',
  form: 'forma',
  nominal_value_pln: 'wartosc_nominalna_pln',
  gross_value_pln: 'wartosc_brutto_pln',
  gross_value_eur: 'wartosc_brutto_eur',
  granted_on: 'dzien_udzielenia',
}

const LONG = 40
const SHORT = 18

function columnOf(name: DetailField, kind: string): ValuedColumn<SavedRow> {
  const head = { name: NAMES[name], width: kind === 'text' || kind === 'texts' || kind === 'long' ? LONG : SHORT }
  if (kind === 'day') return { ...head, kind: 'day', value: ({ row }) => textIn(row.fields, name) ?? '' }
  if (kind === 'texts') return { ...head, kind: 'text', value: ({ row }) => textListIn(row.fields, name).join('; ') }
  if (kind === 'flag') {
    const words = { true: 'tak', false: 'nie', undefined: '' }
    return { ...head, kind: 'text', value: ({ row }) => words[`${flagIn(row.fields, name)}`] }
  }
  // Amounts as the register gives them, and not as a number that a program would round.
  return { ...head, kind: 'text', value: ({ row }) => textIn(row.fields, name) ?? '' }
}

const ofEveryList: readonly ValuedColumn<SavedRow>[] = [
  { name: 'monitory', kind: 'text', width: LONG, value: ({ monitors }) => monitors },
  { name: 'zapytanie', kind: 'text', width: LONG, value: ({ query }) => query },
  { name: 'pobrano', kind: 'moment', width: 20, value: ({ page }) => page?.asked_at ?? '' },
  { name: 'numer_zapytania', kind: 'text', width: LONG, value: ({ page }) => page?.request_id ?? '' },
]

/** Loaded rows with the query, its time and the request ids: what is in the file can be shown to have been asked for. */
export const listTableFile = (list: PagedList, rows: readonly SavedRow[]): FileTable =>
  lazyTable(list, [...detailFields[list].map(([name, kind]) => columnOf(name, kind)), ...ofEveryList], rows)
