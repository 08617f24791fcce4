import type { Day } from '@/lib/domain/calendar'
import type { PdfFact } from '@/lib/pdf/blocks'
import type { KrsEntryTable, RdfDocumentTable, RelationTable, SubjectTable } from '@/lib/service/registers/tables'

import { addressFields, NOT_GIVEN, numberFields, statusWord } from './company-fields'
import { FIELDS_OF_ROLE, KRS_FIELDS } from './krs-fields'
import type { PdfBlock, PdfContent } from './pdf-content'
import { dottedDay, warsawTime, zlote } from './polish'

type Lifetime = { readonly since: Day | null; readonly until: Day | null }
type Row = Omit<KrsEntryTable, 'id' | 'company_id' | 'printed_on'>
type NumberedEntry = Pick<Row, 'number' | 'entered_on'> & { readonly rows: readonly Row[] }

/** The numbered entries of a company; one entry may have changed several fields. */
class KrsEntries {
  readonly all: readonly NumberedEntry[]

  /** `rows` ascend by number. */
  constructor(rows: readonly Row[]) {
    const numbers = [...new Set(rows.map(({ number }) => number))]
    this.all = numbers.map((number) => {
      const entryRows = rows.filter((row) => row.number === number)
      return { number, entered_on: entryRows[0]?.entered_on ?? '', rows: entryRows }
    })
  }

  /** `nr 7 z 14.03.2019`; `nr 1` for a company without entries. */
  get last(): string {
    const last = this.all.at(-1)
    return last === undefined ? 'nr 1' : `nr ${last.number} z ${dottedDay(last.entered_on)}`
  }

  /**
   * `wpis 2 z 14.03.2019; wykreślono: wpis 5 z 02.06.2023`, by the entry of that day that changed one of the fields. A
   * value without a day is attributed to the registration.
   */
  describe({ since, until }: Lifetime, fields: readonly string[]): string {
    const addedBy = since === null ? this.#name(this.all[0]) : this.#nameOf(since, fields)
    return until === null ? addedBy : `${addedBy}; wykreślono: ${this.#nameOf(until, fields)}`
  }

  #nameOf(day: Day, fields: readonly string[]): string {
    const ofDay = this.all.filter(({ entered_on }) => entered_on === day)
    const matchingEntry = ofDay.find(({ rows }) => rows.some(({ field }) => field !== null && fields.includes(field)))
    return this.#name(matchingEntry ?? ofDay[0])
  }

  #name(entry: NumberedEntry | undefined): string {
    return entry === undefined ? 'wpis 1' : `wpis ${entry.number} z ${dottedDay(entry.entered_on)}`
  }
}

export type KrsExtract = {
  readonly company: SubjectTable
  readonly relations: readonly RelationTable[]
  readonly statements: readonly RdfDocumentTable[]
  /** Ascending by number. */
  readonly changes: readonly KrsEntryTable[]
  /** `full` also includes former entries, with the entries that added and removed them. */
  readonly type: 'current' | 'full'
  readonly issuedAt: Date
}
type ExtractContent = KrsExtract & { readonly entries: KrsEntries }

const NO_ENTRIES: PdfBlock = { kind: 'text', text: 'Brak wpisów.' }
const ASSOCIATIONS = ['FUNDACJA', 'STOWARZYSZENIE']

/** The extract in the order of the register: six parts (Dział) of sections (Rubryka). */
export function krsExtract(extract: KrsExtract): PdfContent {
  const { company, changes, type, issuedAt } = extract
  const entries = new KrsEntries(changes)
  const content = { ...extract, entries }
  return {
    register: `Krajowy Rejestr Sądowy · ${registerOf(company)}`,
    title: type === 'full' ? 'Odpis pełny' : 'Odpis aktualny',
    subject: company.name,
    facts: [
      ...numberFields(company),
      {
        label: 'Data rejestracji',
        value: company.registered_on === null ? NOT_GIVEN : dottedDay(company.registered_on),
      },
      { label: 'Ostatni wpis', value: entries.last },
      { label: 'Stan na', value: warsawTime(issuedAt) },
    ],
    issuedAt,
    blocks: [
      ...(type === 'full' ? history(entries) : []),
      ...identity(content),
      ...representation(content),
      ...mentions(content),
      { kind: 'part', title: 'Dział 4. Zaległości, wierzytelności i oddalone wnioski o upadłość' },
      NO_ENTRIES,
      { kind: 'part', title: 'Dział 5. Kurator' },
      NO_ENTRIES,
      ...proceedings(company),
    ],
  }
}

const registerOf = ({ legal_form }: SubjectTable): string =>
  ASSOCIATIONS.includes(legal_form?.toLocaleUpperCase('pl') ?? '')
    ? 'Rejestr stowarzyszeń, innych organizacji społecznych i zawodowych, fundacji oraz SPZOZ'
    : 'Rejestr przedsiębiorców'

const history = ({ all }: KrsEntries): PdfBlock[] => [
  { kind: 'part', title: 'Wpisy' },
  {
    kind: 'fields',
    fields: all.map((entry) => ({
      label: `Wpis ${entry.number}`,
      value: `${dottedDay(entry.entered_on)} · ${describeChanges(entry)}`,
    })),
  },
]

/** `Zmiana adresu siedziby (wykreślono: Krótka 65; wpisano: Nowa 7)`. */
const describeChanges = ({ rows }: NumberedEntry): string =>
  rows
    .map(({ title, old_value, new_value }) => {
      const values = [
        ...(old_value === null ? [] : [`wykreślono: ${old_value}`]),
        ...(new_value === null ? [] : [`wpisano: ${new_value}`]),
      ]
      return values.length === 0 ? title : `${title} (${values.join('; ')})`
    })
    .join('; ')

function identity(content: ExtractContent): PdfBlock[] {
  const { company } = content
  const capital = company.share_capital
  return [
    { kind: 'part', title: 'Dział 1. Dane podmiotu' },
    ...section('Rubryka 1. Dane podmiotu', [
      { label: 'Firma, pod którą podmiot działa', value: company.name },
      { label: 'Oznaczenie formy prawnej', value: company.legal_form ?? NOT_GIVEN },
      { label: 'Stan podmiotu', value: statusWord(company) },
    ]),
    ...section('Rubryka 2. Siedziba i adres podmiotu', addressFields(company)),
    ...section(
      'Rubryka 7. Wspólnicy i akcjonariusze',
      holders(content, 'shareholder', ({ holder_name, detail }) => ({ label: holder_name, value: detail })),
    ),
    ...(capital === null
      ? []
      : section('Rubryka 8. Kapitał spółki', [{ label: 'Wysokość kapitału', value: zlote(capital) }])),
  ]
}

const byRole = ({ holder_name, detail }: RelationTable) => ({ label: detail, value: holder_name })

const representation = (content: ExtractContent): PdfBlock[] => [
  { kind: 'part', title: 'Dział 2. Organy podmiotu' },
  ...section('Rubryka 1. Organ uprawniony do reprezentacji podmiotu', [
    ...holders(content, 'board', byRole),
    ...holders(content, 'liquidator', byRole),
  ]),
  ...section('Rubryka 2. Organ nadzoru', holders(content, 'supervisory_board', byRole)),
  ...section('Rubryka 3. Prokurenci', holders(content, 'proxy', byRole)),
]

const mentions = (content: ExtractContent): PdfBlock[] => [
  { kind: 'part', title: 'Dział 3. Działalność i złożone dokumenty' },
  ...(content.company.main_activity === null
    ? []
    : section('Rubryka 1. Przedmiot działalności', [
        { label: 'Przedmiot przeważającej działalności', value: content.company.main_activity },
      ])),
  ...section(
    'Rubryka 2. Wzmianki o złożonych dokumentach',
    content.statements.toReversed().map(({ period_start, period_end, filed_on }) =>
      withEntryNote(
        content,
        { since: filed_on, until: null, fields: [KRS_FIELDS.statement] },
        {
          label: 'Roczne sprawozdanie finansowe',
          value: `za okres od ${dottedDay(period_start)} do ${dottedDay(period_end)}, złożono ${dottedDay(filed_on)}`,
        },
      ),
    ),
  ),
]

const PROCEEDINGS: Readonly<Record<string, readonly [section: string, text: string]>> = {
  liquidation: ['Rubryka 1. Likwidacja', 'Podmiot jest w likwidacji.'],
  deregistered: ['Rubryka 2. Rozwiązanie podmiotu', 'Podmiot został wykreślony z rejestru.'],
  bankruptcy: ['Rubryka 5. Postępowanie upadłościowe', 'Toczy się postępowanie upadłościowe.'],
  restructuring: ['Rubryka 7. Postępowanie restrukturyzacyjne', 'Toczy się postępowanie restrukturyzacyjne.'],
}

function proceedings({ status }: SubjectTable): PdfBlock[] {
  const [title, text] = PROCEEDINGS[status] ?? []
  return [
    { kind: 'part', title: 'Dział 6. Likwidacja, upadłość, restrukturyzacja' },
    ...(title === undefined || text === undefined ? [NO_ENTRIES] : section(title, [{ label: 'Stan', value: text }])),
  ]
}

/** The head of an organ is listed first. */
const isHeadOfOrgan = ({ detail }: RelationTable): boolean => /^(PREZES|PRZEWODNICZĄC)/.test(detail)

type FactFormatter = (relation: RelationTable) => Pick<PdfFact, 'label' | 'value'>

function holders(content: ExtractContent, role: RelationTable['role'], formatFact: FactFormatter): PdfFact[] {
  return content.relations
    .filter((relation) => relation.role === role && (content.type === 'full' || relation.until === null))
    .toSorted((a, b) => Number(isHeadOfOrgan(b)) - Number(isHeadOfOrgan(a)))
    .map((relation) => withEntryNote(content, { ...relation, fields: FIELDS_OF_ROLE[role] }, formatFact(relation)))
}

type FieldLifetime = Lifetime & { readonly fields: readonly string[] }

function withEntryNote({ type, entries }: ExtractContent, lifetime: FieldLifetime, field: PdfFact): PdfFact {
  if (type === 'current') return field
  return { ...field, note: entries.describe(lifetime, lifetime.fields), struck: lifetime.until !== null }
}

const section = (title: string, fields: readonly PdfFact[]): PdfBlock[] => [
  { kind: 'section', title },
  fields.length === 0 ? NO_ENTRIES : { kind: 'fields', fields },
]
