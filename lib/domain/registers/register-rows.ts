/** How a field is read and shown. */
export type DetailKind = 'text' | 'day' | 'flag' | 'pln' | 'eur' | 'texts' | 'number' | 'long' | 'section'

type RegisterRow = {
  /** Operation of the service that returns a page of the list. */
  readonly operation: string
  /** Filter parameters, in the order in which a query is written. */
  readonly narrowedBy: readonly ('q' | 'section' | 'nip' | 'date_from' | 'date_to')[]
  /** Web site of the register. */
  readonly site: string
  /**
   * Fields by their names in the contract, in the order of the details; also keys of `registers.fields`. The second
   * part is the column name in saved files, which does not depend on the user's language.
   */
  readonly fields: Readonly<Record<string, readonly [kind: DetailKind, column: string]>>
  /** Fields that identify a company. */
  readonly names: {
    readonly identifier?: string
    readonly nip?: string
    readonly name?: string
    readonly parties?: string
  }
}

/** Register lists with a page. All properties of a list are read from its row; its texts are in `registers.lists` and `register-names`. */
export const registerRows = {
  knf: {
    operation: 'knf.warnings',
    narrowedBy: ['q', 'section'],
    site: 'https://www.knf.gov.pl/dla_konsumenta/ostrzezenia_publiczne',
    fields: {
      name: ['text', 'podmiot'],
      identifier: ['number', 'identyfikator'],
      section: ['section', 'dzial'],
      prosecutor: ['text', 'prokuratura'],
      notified_on: ['day', 'data_zawiadomienia'],
      rulings: ['long', 'orzeczenia'],
      resolved_on: ['day', 'data_rozstrzygniecia'],
      notes: ['long', 'informacje'],
    },
    names: { identifier: 'identifier', name: 'name' },
  },
  uokik: {
    operation: 'uokik.decisions',
    narrowedBy: ['q', 'date_from', 'date_to'],
    site: 'https://decyzje.uokik.gov.pl',
    fields: {
      number: ['text', 'numer'],
      decided_on: ['day', 'data_wydania'],
      case_signature: ['text', 'sygnatura'],
      parties: ['texts', 'uczestnicy'],
      practice: ['text', 'praktyka'],
      fined: ['flag', 'kara'],
      industry: ['text', 'branza'],
      region: ['text', 'region'],
      appealed: ['flag', 'odwolanie'],
    },
    names: { parties: 'parties' },
  },
  clauses: {
    operation: 'uokik.clauses',
    narrowedBy: ['q', 'date_from', 'date_to'],
    site: 'https://rejestr.uokik.gov.pl',
    fields: {
      number: ['text', 'numer'],
      entered_on: ['day', 'data_wpisu'],
      case_signature: ['text', 'sygnatura'],
      parties: ['texts', 'uczestnicy'],
      industry: ['text', 'branza'],
      clause: ['long', 'klauzula'],
    },
    names: { parties: 'parties' },
  },
  sudop: {
    operation: 'sudop.cases',
    narrowedBy: ['q', 'nip', 'date_from', 'date_to'],
    site: 'https://sudop.uokik.gov.pl',
    fields: {
      beneficiary_name: ['text', 'beneficjent'],
      beneficiary_nip: ['number', 'nip_beneficjenta'],
      beneficiary_size: ['text', 'wielkosc_beneficjenta'],
      provider_name: ['text', 'udzielajacy'],
      provider_nip: ['number', 'nip_udzielajacego'],
      granted_on: ['day', 'dzien_udzielenia'],
      nominal_value_pln: ['pln', 'wartosc_nominalna_pln'],
      gross_value_pln: ['pln', 'wartosc_brutto_pln'],
      gross_value_eur: ['eur', 'wartosc_brutto_eur'],
      form: ['text', 'forma'],
      purpose: ['text', 'przeznaczenie'],
      measure_number: ['text', 'numer_srodka'],
      measure_name: ['text', 'srodek'],
      legal_basis: ['long', 'podstawa_prawna'],
    },
    // Every case has a NIP, which is more precise than a name.
    names: { nip: 'beneficiary_nip' },
  },
} as const satisfies Readonly<Record<string, RegisterRow>>

export type PagedList = keyof typeof registerRows
export const pagedLists = Object.keys(registerRows).filter((list): list is PagedList => list in registerRows)

type ListOperation = (typeof registerRows)[PagedList]['operation']
/** Safe: the keys are the operations of the lists. */
export const listOfOperation = Object.fromEntries(
  pagedLists.map((list) => [registerRows[list].operation, list]),
) as Readonly<Record<ListOperation, PagedList>>
export const isListOperation = (operation: string): operation is ListOperation =>
  Object.hasOwn(listOfOperation, operation)

export const registerRow = (list: PagedList): RegisterRow => registerRows[list]

export type DetailField = { [L in PagedList]: keyof (typeof registerRows)[L]['fields'] }[PagedList]

export const detailsOf = (list: PagedList) =>
  // Safe: the keys are those of the row.
  Object.entries(registerRow(list).fields).map(([name, [kind, column]]) => ({
    name: name as DetailField,
    kind,
    column,
  }))

/** Page sizes; every row of a page is paid for. */
export const registerPageSizes = [25, 50, 100] as const
export type ListPageSize = (typeof registerPageSizes)[number]
