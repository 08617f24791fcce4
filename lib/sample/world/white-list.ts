import type { Announcement } from '@/lib/contract/announcement'
import type { WhiteListEntry } from '@/lib/service/registers/white-list-entry'

import { accountNumbersOf, nextAccountOf } from '../registers/white-list-accounts'
import { NO_PERSONS, personsOf } from '../registers/white-list-entry'
import type { WorldCompany } from './world'
import { subjectFieldsOf, idIn, type WorldChange, makeChange, type Maker, type Scene } from './world-change'

const ACT = 'ustawy z dnia 11 marca 2004 r. o podatku od towarów i usług'
const UNREGISTERED = 'Niezarejestrowany'

type Change = {
  readonly title: string
  readonly field: string
  readonly old_value: string | null
  readonly new_value: string | null
  readonly entry: WhiteListEntry
  readonly vat_status?: string
}

function announce(scene: Scene, company: WorldCompany, change: Change): WorldChange {
  const { entry, vat_status, title, field, old_value, new_value } = change
  const id = idIn(scene, `wpv|${company.nip}`)
  const { krs, nip, name } = company
  const row = { id, changed_on: scene.day, krs, nip, entity_name: name, field, old_value, new_value }
  const announcement: Announcement = { id, source: 'wpv', day: scene.day, ...subjectFieldsOf(company), title, row }
  return makeChange(scene, announcement, [
    { kind: 'white list', entry: { company_id: company.id, row: JSON.stringify(entry) } },
    ...(vat_status === undefined ? [] : [{ kind: 'company' as const, id: company.id, set: { vat_status } }]),
  ])
}

/**
 * Removes a company from the white list: its accounts are deleted and its managers are named. Nothing if it is not
 * registered.
 */
export async function removeFromWhiteList(scene: Scene, company: WorldCompany): Promise<WorldChange[]> {
  const before = await scene.world.whiteListOf(company.id)
  if (!before || company.vat_status === null || company.vat_status === UNREGISTERED) return []
  const entry = {
    ...before,
    account_numbers: [],
    has_virtual_accounts: false,
    removal_date: scene.day,
    removal_basis: `art. 96 ust. 9 pkt 1 ${ACT}`,
    restoration_date: null,
    restoration_basis: null,
    ...personsOf(company.legal_form, await scene.world.holdersOf(company.id)),
  }
  const change = { field: 'status_vat', old_value: company.vat_status, new_value: UNREGISTERED }
  return [announce(scene, company, { title: 'Wykreślenie z rejestru VAT', ...change, entry, vat_status: UNREGISTERED })]
}

function restore(scene: Scene, company: WorldCompany, before: WhiteListEntry): WorldChange {
  const entry = {
    ...before,
    ...NO_PERSONS,
    account_numbers: accountNumbersOf(company.nip),
    registration_legal_date: before.registration_legal_date ?? scene.day,
    restoration_date: before.removal_date === null ? null : scene.day,
    restoration_basis: before.removal_date === null ? null : `art. 96 ust. 9h ${ACT}`,
  }
  const title = before.removal_date === null ? 'Rejestracja jako podatnik VAT' : 'Przywrócenie rejestracji VAT'
  const change = { field: 'status_vat', old_value: company.vat_status, new_value: 'Czynny' }
  return announce(scene, company, { title, ...change, entry, vat_status: 'Czynny' })
}

function addAccount(scene: Scene, company: WorldCompany, before: WhiteListEntry): WorldChange {
  const number = nextAccountOf(company.nip, before.account_numbers)
  const entry = { ...before, account_numbers: [...before.account_numbers, number] }
  const change = { field: 'account_numbers', old_value: null, new_value: number }
  return announce(scene, company, { title: 'Dopisanie rachunku na białej liście', ...change, entry })
}

function removeAccount(scene: Scene, company: WorldCompany, before: WhiteListEntry): WorldChange {
  const number = scene.random.pick(before.account_numbers)
  const entry = { ...before, account_numbers: before.account_numbers.filter((each) => each !== number) }
  const change = { field: 'account_numbers', old_value: number, new_value: null }
  return announce(scene, company, { title: 'Usunięcie rachunku z białej listy', ...change, entry })
}

const REMOVED_SHARE = 0.06
const RESTORED_SHARE = 0.5

/** A change of a company's entry: an account added or removed, a removal, a restoration. */
export const whiteListMaker: Maker = async (scene) => {
  const { world, random } = scene
  const company = world.pickLiving(random)
  const entry = company && (await world.whiteListOf(company.id))
  if (!company || !entry || company.vat_status === null) return []
  if (company.vat_status === UNREGISTERED) {
    return random.chance(RESTORED_SHARE) ? [restore(scene, company, entry)] : []
  }
  if (random.chance(REMOVED_SHARE)) return removeFromWhiteList(scene, company)
  return [changeAccount(scene, company, entry)]
}

function changeAccount(scene: Scene, company: WorldCompany, entry: WhiteListEntry): WorldChange {
  const { length: count } = entry.account_numbers
  const isDropped = count > 1 && scene.random.chance(count > 4 ? 0.7 : 0.35)
  return isDropped ? removeAccount(scene, company, entry) : addAccount(scene, company, entry)
}
