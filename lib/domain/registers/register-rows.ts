/** How a field of a row is read and shown. */
export type DetailKind = 'text' | 'day' | 'flag' | 'pln' | 'eur' | 'texts' | 'number' | 'long' | 'section'

type RegisterRow = {
  /** Of the service, which gives a page of the list. */
  readonly operation: string
  /** What the list is narrowed by, in the order in which a query is written down. */
  readonly narrowedBy: readonly ('q' | 'section' | 'nip' | 'date_from' | 'date_to')[]
  /** Where the register itself is read. */
  readonly site: string
  /**
   * Fields of a row by their names in the contract, in the order of its details; also keys of `registers.fields`. Beside the
   * kind the name of the column in a saved file, which does not follow the language of the reader.
   */
  readonly fields: Readonly<Record<string, readonly [kind: DetailKind, column: string]>>
  /** The fields by which a company is named. */
  readonly names: {
    readonly identifier?: string
    readonly nip?: string
    readonly name?: string
    readonly parties?: string
  }
}

/** The lists of registers that have a page. Whatever is true of a list is read from its row; its words are in `registers.lists`. */
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
    // Every case has a NIP, which says more than a name.
    names: { nip: 'beneficiary_nip' },
  },
} as const satisfies Readonly<Record<string, RegisterRow>>

export type PagedList = keyof typeof registerRows
export const pagedLists = Object.keys(registerRows).filter((list): list is PagedList => list in registerRows)

export const registerRow = (list: PagedList): RegisterRow => registerRows[list]

export type DetailField = { [L in PagedList]: keyof (typeof registerRows)[L]['fields'] }[PagedList]

/** The fields of a list's rows, in their order. */
export const detailsOf = (list: PagedList) =>
  // Sound: the keys are those of the row.
  Object.entries(registerRow(list).fields).map(([name, [kind, column]]) => ({
    name: name as DetailField,
    kind,
    column,
  }))

/** Rows that one page may be asked for with; each is paid for. */
export const registerPageSizes = [25, 50, 100] as const
export type ListPageSize = (typeof registerPageSizes)[number]
