import { addDays, type Day } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { type PagedList, pagedLists, registerRow } from '@/lib/domain/registers/register-rows'

import { distinctiveName, searchedName } from './domain/distinctive-name'
import { PART_DAYS_BACK } from './domain/part-period'
import { type CompanyPart, companyPartRows, pageOfPart } from './domain/part-rows'
import type { CompanyIdentity } from './identity'

type PartQuery = Readonly<Record<string, string | number>>
export type PartCall = {
  readonly operation: (typeof companyPartRows)[CompanyPart]['operation']
  readonly query: PartQuery
}

/** A shorter name would match half the register. */
const MIN_NAME_LENGTH = 3
const MAX_NAME_LENGTH = 200

type CallInput = { readonly identity: CompanyIdentity; readonly today: Day }
type QueryBuilder = (input: CallInput) => PartQuery | undefined

const byAnyNumber: QueryBuilder = ({ identity: { krs, nip, regon, id } }) => {
  if (krs !== null) return { krs }
  if (nip !== null) return { nip }
  if (regon !== null) return { regon }
  return id === null ? undefined : { id }
}

const byNipOrKrs = ({ nip, krs }: CompanyIdentity): PartQuery | undefined => {
  if (nip !== null) return { nip }
  return krs === null ? undefined : { krs }
}

const since = (today: Day): Day => addDays(today, -PART_DAYS_BACK)

const announcementsIn =
  (source: 'krz' | 'msig'): QueryBuilder =>
  ({ identity, today }) => {
    const key = identity.krs === null ? byNipOrKrs(identity) : { krs: identity.krs }
    return key && { ...key, source, date_from: since(today), limit: pageOfPart(source) }
  }

/** Query of registers that know companies by name only. */
const byName =
  (part: PagedList | 'tenders', toText: (name: string) => string): QueryBuilder =>
  ({ identity: { company } }) => {
    const q = toText(company?.name ?? '').slice(0, MAX_NAME_LENGTH)
    return q.length < MIN_NAME_LENGTH ? undefined : { q, limit: pageOfPart(part) }
  }

/** Lists with a NIP column are queried by NIP. */
const listQuery = (list: PagedList): QueryBuilder =>
  registerRow(list).names.nip === undefined
    ? byName(list, searchedName)
    : ({ identity: { nip } }) => (nip === null ? undefined : { nip, limit: pageOfPart(list) })

const queries: { readonly [P in CompanyPart]: QueryBuilder } = {
  record: byAnyNumber,
  graph: byAnyNumber,
  risk: byAnyNumber,
  whiteList: ({ identity }) => byNipOrKrs(identity),
  changes: ({ identity: { krs }, today }) =>
    krs === null ? undefined : { krs, date_from: since(today), limit: pageOfPart('changes') },
  krz: announcementsIn('krz'),
  msig: announcementsIn('msig'),
  ...recordOf(pagedLists, listQuery),
  // The bulletin searches for the literal text, including quotes.
  tenders: byName('tenders', distinctiveName),
  statements: byAnyNumber,
  financials: byAnyNumber,
}

/** Undefined if the known numbers and names of the company do not allow a query. */
export function toPartCall(part: CompanyPart, input: CallInput): PartCall | undefined {
  const query = queries[part](input)
  return query && { operation: companyPartRows[part].operation, query }
}
