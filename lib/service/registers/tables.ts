import type { NoticeType } from '@/lib/domain/bzp/notice-types'
import type { PagedList } from '@/lib/domain/registers/register-rows'

/** What the registers hold. Conventions: `lib/storage/tables.ts`. */
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

/** One entry of a list that is published as a list. */
export type RegisterEntryTable = {
  id: string
  register: PagedList
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
  /** JSON of the contract's `filedDocument`. */
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
  role: 'board' | 'liquidator' | 'supervisory_board' | 'proxy' | 'shareholder' | 'beneficial_owner'
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
  /** Null while it is in the register, and where the day is not known. */
  deregistered_on: string | null
  /** Code of the Polish classification of activities (PKD); null where it is not known. */
  main_activity: string | null
}

/** One per company: what the search looks in and pages by. */
export type SubjectSearchTable = {
  subject_id: string
  /** Number from `sequences.subjects`, alphabetical among those that were inserted together; of a company that was struck off, behind all others. */
  place: number
  /** Folded name without its legal form, in the order of bytes. */
  name_key: string
  /** Code of the legal form; empty where the name says none. */
  form: string
  /** Words of the name that it is found by, between blanks. */
  words: string
}

/** A word that some name has, or had, as it is and without each of its letters: what finds it when it is mistyped. */
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
  /** Folded city, for comparing. */
  city_key: string
  province_code: string
  order_type: 'Delivery' | 'Services' | 'Works'
  notice_type: NoticeType
  /** ISO; until when offers are taken. */
  offers_until: string | null
  /** Net, in whole PLN. */
  estimated_value_pln: number | null
  /** Null: a notice of the sample world has no page. */
  url: string | null
  /** ` 45232420-2 45111200-0 `: every code after a space, so a prefix is found by `% 4523%`. */
  cpv: string
  published_at: string
  day: string
  /** Folded title, short description and authority, one a line: what keywords look in. */
  search_text: string
  /** Folded authority and its NIP. */
  authority_key: string
  /** From `sequences.bzp_notices`, taken under its row lock: whoever has read up to a position has missed none. */
  position: number
}
