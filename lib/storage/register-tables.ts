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
