import type { WhiteListSubject } from '@/lib/contract/white-list'
import { addDays, type Day } from '@/lib/domain/calendar'
import type { RelationTable } from '@/lib/service/registers/tables'
import {
  NO_WHITE_LIST_HISTORY,
  type WhiteListEntry,
  type WhiteListHistory,
} from '@/lib/service/registers/white-list-entry'

import { rng, type Rng } from '../rng'
import { makePesel } from '../synthetic-identifiers'
import { makeSubjects } from './subjects'
import { accountNumbersOf, MANY_ACCOUNTS_NIP } from './white-list-accounts'

type Person = WhiteListSubject['representatives'][number]

/** Sample companies have no history after this day, so that it does not depend on today. */
const LAST_DAY: Day = '2025-12-31'
const ACT = 'ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług'

export type WhiteListCompany = {
  readonly nip: string
  readonly status: string
  readonly vat_status: string
  readonly registered_on: Day | null
  readonly legal_form: string | null
}

/** The history in the list: in order, not before the registration, and the same on every call. */
export function makeWhiteListHistory({
  nip,
  vat_status,
  status,
  registered_on,
}: Omit<WhiteListCompany, 'legal_form'>): WhiteListHistory {
  if (registered_on === null) return NO_WHITE_LIST_HISTORY
  const random = rng(`white-list|${nip}`)
  const entered = later(registered_on, random.int(0, 30))
  const input = { entered, random }
  if (vat_status !== 'Niezarejestrowany') return registeredHistory(input)
  return unregisteredHistory({ ...input, removed: status === 'deregistered' || random.chance(0.5) })
}

const later = (day: Day, days: number): Day => {
  const laterDay = addDays(day, days)
  if (laterDay <= LAST_DAY) return laterDay
  return day < LAST_DAY ? LAST_DAY : day
}

type HistoryInput = { readonly entered: Day; readonly random: Rng }

function registeredHistory({ entered, random }: HistoryInput): WhiteListHistory {
  const history = { ...NO_WHITE_LIST_HISTORY, registration_legal_date: entered }
  if (!random.chance(0.03)) return history
  const removal_date = later(entered, random.int(200, 1200))
  return {
    ...history,
    removal_date,
    removal_basis: `art. 96 ust. 9a pkt 2 ${ACT}`,
    restoration_date: later(removal_date, random.int(10, 60)),
    restoration_basis: `art. 96 ust. 9g ${ACT}`,
  }
}

function unregisteredHistory({
  entered,
  random,
  removed,
}: HistoryInput & { readonly removed: boolean }): WhiteListHistory {
  if (removed) {
    return {
      ...NO_WHITE_LIST_HISTORY,
      registration_legal_date: entered,
      removal_date: later(entered, random.int(200, 1800)),
      removal_basis: `art. 96 ust. 9 pkt 2 ${ACT}`,
    }
  }
  if (!random.chance(0.3)) return NO_WHITE_LIST_HISTORY
  return {
    ...NO_WHITE_LIST_HISTORY,
    registration_denial_date: later(entered, random.int(5, 40)),
    registration_denial_basis: `art. 96 ust. 4a pkt 1 ${ACT}`,
  }
}

/** Companies registered for VAT have no persons in the list, as in the real one. */
export const NO_PERSONS: Pick<WhiteListEntry, 'representatives' | 'authorized_clerks' | 'partners'> = {
  representatives: [],
  authorized_clerks: [],
  partners: [],
}
const PARTNERSHIPS = ['SPÓŁKA JAWNA', 'SPÓŁKA KOMANDYTOWA']
type RoleHolder = Pick<RelationTable, 'holder_id' | 'holder_kind' | 'holder_name' | 'role'>

/** For a removed company the list names representatives, proxies and partners: those in KRS. */
export function personsOf(legalForm: string | null, holders: readonly RoleHolder[]) {
  const personsWith = (role: RoleHolder['role']): Person[] =>
    holders.filter((holder) => holder.role === role).map(toPerson)
  return {
    representatives: [...personsWith('board'), ...personsWith('liquidator')],
    authorized_clerks: personsWith('proxy'),
    partners: PARTNERSHIPS.includes(legalForm ?? '') ? personsWith('shareholder') : [],
  }
}

function toPerson({ holder_id, holder_kind, holder_name }: RoleHolder): Person {
  if (holder_kind === 'company') {
    const nip = makeSubjects().find(({ id }) => id === holder_id)?.nip ?? null
    return { company_name: holder_name, first_name: null, last_name: null, pesel: null, nip }
  }
  const [first_name = '', last_name = ''] = holder_name.split(' ')
  const sex = last_name.endsWith('a') ? 'female' : 'male'
  const { pesel } = makePesel(rng(`holder|${holder_id}`), sex)
  return { company_name: null, first_name, last_name, pesel, nip: null }
}

const VIRTUAL_SHARE = 0.03

/** The entry of a company whose roles are currently held by `holders`. */
export function makeWhiteListEntry(company: WhiteListCompany, holders: readonly RoleHolder[]): WhiteListEntry {
  const { nip, vat_status, legal_form } = company
  const history = makeWhiteListHistory(company)
  const isRemoved = history.removal_date !== null && history.restoration_date === null
  const account_numbers = vat_status === 'Niezarejestrowany' ? [] : accountNumbersOf(nip)
  const isVirtual = nip === MANY_ACCOUNTS_NIP || rng(`virtual|${nip}`).chance(VIRTUAL_SHARE)
  return {
    account_numbers,
    has_virtual_accounts: isVirtual && account_numbers.length > 0,
    ...history,
    ...(isRemoved ? personsOf(legal_form, holders) : NO_PERSONS),
  }
}
