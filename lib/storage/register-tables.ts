/** One entry of a list that is published as a list. */
export type RegisterEntryTable = {
  id: string
  register: 'knf' | 'uokik' | 'sudop'
  /** Day of the entry: notified, decided or granted. */
  day: string
  /** Of KNF. */
  section: number | null
  nip: string | null
  krs: string | null
  /** Folded: what `q` looks in. */
  search_text: string
  /** JSON of the contract's item. */
  row: string
  /** Ascending within the register by day: lists page by it, newest first. */
  position: number
}

export type RdfDocumentTable = {
  id: string
  company_id: string
  /** 18 = annual statement. */
  kind_code: number
  period_start: string
  period_end: string
  filed_on: string
  /** JSON of the contract's `rdfDocument`. */
  row: string
  /** JSON of the contract's `rdfFinancials`; of annual statements only. */
  financials: string | null
}

/** Somebody (a person or a company) who holds a role in a company. */
export type RelationTable = {
  id: string
  company_id: string
  /** `subjects.id` of a company; of a person an id that no other table need know. */
  holder_id: string
  holder_kind: 'company' | 'person'
  holder_name: string
  role: 'board' | 'supervisory_board' | 'proxy' | 'shareholder' | 'beneficial_owner'
  /** In Polish, as an extract says it: `PREZES ZARZĄDU`, `60 udziałów o łącznej wysokości 30 000,00 zł`. */
  detail: string
  since: string | null
  /** Null while it lasts. */
  until: string | null
}

/** One changed field of an entry of KRS. What stood there before the store began has a title and nothing else. */
export type KrsEntryTable = {
  id: string
  company_id: string
  /** Ascending within the company. */
  number: number
  entered_on: string
  /** In Polish, as a list says it: `Zmiana adresu siedziby`. */
  title: string
  section: string | null
  field: string | null
  old_value: string | null
  new_value: string | null
  /** Day of the gazette that printed it. */
  printed_on: string | null
}

/** What the VAT white list says of a company beside its name, numbers, address and status. */
export type WhiteListEntryTable = {
  company_id: string
  /** JSON of `WhiteListEntry`. */
  row: string
}

/** How far the sample's stories about a subject have come; JSON that only the sample reads. */
export type SampleStateTable = { subject_id: string; state: string }
