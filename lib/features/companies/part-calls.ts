import { addDays, type Day } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { type PagedList, pagedLists, registerRow } from '@/lib/domain/registers/register-rows'

import { distinctiveName, searchedName } from './domain/distinctive-name'
import { PART_DAYS_BACK } from './domain/part-period'
import { type CompanyPart, companyPartRows, pageOfPart } from './domain/part-rows'
import type { Identity } from './identity'

type PartQuery = Readonly<Record<string, string | number>>
export type PartCall = {
  readonly operation: (typeof companyPartRows)[CompanyPart]['operation']
  readonly query: PartQuery
}

/** A shorter name would match half the register. */
const SHORTEST_NAME = 3
const LONGEST_NAME = 200

type Asked = { readonly identity: Identity; readonly today: Day }
type Query = (asked: Asked) => PartQuery | undefined

const selected: Query = ({ identity: { krs, nip, regon, id } }) => {
  if (krs !== null) return { krs }
  if (nip !== null) return { nip }
  if (regon !== null) return { regon }
  return id === null ? undefined : { id }
}

const byNipOrKrs = ({ nip, krs }: Identity): PartQuery | undefined => {
  if (nip !== null) return { nip }
  return krs === null ? undefined : { krs }
}

const since = (today: Day): Day => addDays(today, -PART_DAYS_BACK)

const announcedIn =
  (source: 'krz' | 'msig'): Query =>
  ({ identity, today }) => {
    const key = identity.krs === null ? byNipOrKrs(identity) : { krs: identity.krs }
    return key && { ...key, source, date_from: since(today), limit: pageOfPart(source) }
  }

/** Query of registers that know companies by name only. */
const namedIn =
  (part: PagedList | 'tenders', toText: (name: string) => string): Query =>
  ({ identity: { company } }) => {
    const q = toText(company?.name ?? '').slice(0, LONGEST_NAME)
    return q.length < SHORTEST_NAME ? undefined : { q, limit: pageOfPart(part) }
  }

/** Lists with a NIP column are queried by NIP. */
const askedInList = (list: PagedList): Query =>
  registerRow(list).names.nip === undefined
    ? namedIn(list, searchedName)
    : ({ identity: { nip } }) => (nip === null ? undefined : { nip, limit: pageOfPart(list) })

const queries: { readonly [P in CompanyPart]: Query } = {
  record: selected,
  graph: selected,
  risk: selected,
  whiteList: ({ identity }) => byNipOrKrs(identity),
  changes: ({ identity: { krs }, today }) =>
    krs === null ? undefined : { krs, date_from: since(today), limit: pageOfPart('changes') },
  krz: announcedIn('krz'),
  msig: announcedIn('msig'),
  ...recordOf(pagedLists, askedInList),
  // The bulletin searches for the literal text, including quotes.
  tenders: namedIn('tenders', distinctiveName),
  statements: selected,
  financials: selected,
}

/** Undefined if the known numbers and names of the company do not allow a query. */
export function toPartCall(part: CompanyPart, asked: Asked): PartCall | undefined {
  const query = queries[part](asked)
  return query && { operation: companyPartRows[part].operation, query }
}
