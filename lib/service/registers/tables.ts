import type { NoticeType } from '@/lib/domain/bzp/notice-types'
import type { PagedList } from '@/lib/domain/registers/register-rows'

/** Data of the registers. Conventions: `lib/storage/tables.ts`. */
export type RegisterTables = {
  subjects: SubjectTable
  subject_search: SubjectSearchTable
  word_variants: WordVariantTable
  bzp_notices: BzpNoticeTable
  register_entries: RegisterEntryTable
  rdf_documents: RdfDocumentTable
  relations: RelationTable
  krs_entries: KrsEntryTable
  white_list_entries: WhiteListEntryTable
  sample_states: SampleStateTable
}

/** One entry of a register that is published as a list. */
export type RegisterEntryTable = {
  id: string
  register: PagedList
  /** Day of the notification, decision or grant. */
  day: string
  /** For KNF only. */
  section: number | null
  nip: string | null
  krs: string | null
  /** Folded text that `q` searches. */
  search_text: string
  /** JSON of the contract's item. */
  row: string
  /** Ascending within the register by day; lists page by it, newest first. */
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
  /** JSON of the contract's `filedDocument`. */
  row: string
  /** JSON of the contract's `rdfFinancials`; for annual statements only. */
  financials: string | null
}

/** A holder (a person or a company) with a role in a company. */
export type RelationTable = {
  id: string
  company_id: string
  /** For a company its `subjects.id`; for a person an id that other tables need not contain. */
  holder_id: string
  holder_kind: 'company' | 'person'
  holder_name: string
  role: 'board' | 'liquidator' | 'supervisory_board' | 'proxy' | 'shareholder' | 'beneficial_owner'
  /** Polish wording of an extract: `PREZES ZARZĄDU`, `60 udziałów o łącznej wysokości 30 000,00 zł`. */
  detail: string
  since: string | null
  /** Null while the role lasts. */
  until: string | null
}

/** One changed field of a KRS entry. Entries older than the store have only a title. */
export type KrsEntryTable = {
  id: string
  company_id: string
  /** Ascending within the company. */
  number: number
  entered_on: string
  /** Polish wording of a list: `Zmiana adresu siedziby`. */
  title: string
  section: string | null
  field: string | null
  old_value: string | null
  new_value: string | null
  /** Day of the gazette that printed it. */
  printed_on: string | null
}

/** Data of the VAT white list in addition to a company's name, numbers, address and status. */
export type WhiteListEntryTable = {
  company_id: string
  /** JSON of `WhiteListEntry`. */
  row: string
}

/** Progress of the sample's stories about a subject; JSON that only the sample reads. */
export type SampleStateTable = { subject_id: string; state: string }

export type SubjectTable = {
  id: string
  /** `company` or `person`; a person has only `pesel`, name and city. */
  kind: 'company' | 'person'
  krs: string | null
  nip: string | null
  regon: string | null
  pesel: string | null
  name: string
  legal_form: string | null
  city: string | null
  province: string | null
  street: string | null
  /** `85-213`. */
  postcode: string | null
  status: string
  vat_status: string | null
  /** PLN. */
  share_capital: number | null
  registered_on: string | null
  /** Null while it is in the register, or if the day is unknown. */
  deregistered_on: string | null
  /** Code of the Polish classification of activities (PKD); null if unknown. */
  main_activity: string | null
}

/** One row per company: the data that the search reads and pages by. */
export type SubjectSearchTable = {
  subject_id: string
  /**
   * Number from `sequences.subjects`, alphabetical among companies inserted together; struck-off companies have higher
   * numbers than all others.
   */
  place: number
  /** Folded name without its legal form, in byte order. */
  name_key: string
  /** Code of the legal form; empty if the name has none. */
  form: string
  /** Searchable words of the name, separated by blanks. */
  words: string
}

/** A word of present or former names, complete and with each letter left out: finds mistyped words. */
export type WordVariantTable = { variant: string; word: string }

/** One notice of public procurement. */
export type BzpNoticeTable = {
  id: string
  tender_id: string
  notice_number: string
  title: string
  description: string
  authority: string
  authority_nip: string
  city: string
  /** Folded city, for comparison. */
  city_key: string
  province_code: string
  order_type: 'Delivery' | 'Services' | 'Works'
  notice_type: NoticeType
  /** ISO 8601; deadline for offers. */
  offers_until: string | null
  /** Net, in whole PLN. */
  estimated_value_pln: number | null
  /** Null for notices of the sample world, which have no page. */
  url: string | null
  /** ` 45232420-2 45111200-0 `: a space before every code, so that `% 4523%` finds a prefix. */
  cpv: string
  published_at: string
  day: string
  /** Folded title, short description and authority, one per line: the text that keywords search. */
  search_text: string
  /** Folded authority and its NIP. */
  authority_key: string
  /**
   * From `sequences.bzp_notices`, allocated under its row lock: a reader that has reached a position has missed none.
   */
  position: number
}
