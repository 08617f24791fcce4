import { BlockList, isIPv4, isIPv6 } from 'node:net'

import { isUnmaskedFile } from '@/lib/contract/key-scope'
import type { Operation } from '@/lib/contract/operation'
import { namesPerson } from '@/lib/domain/identifiers/personal-query'
import type { KeyScope } from '@/lib/domain/key-scopes'
import { HttpError } from '@/lib/http/errors'
import { maskPersonal } from '@/lib/http/mask-personal'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'

type Key = Pick<ApiKeyTable, 'scope' | 'addresses' | 'expires_at'>

/** A key is expired from the very instant of `expires_at`. */
export const isKeyExpired = ({ expires_at: at }: Pick<Key, 'expires_at'>, now: Date): boolean =>
  at !== null && Date.parse(at) <= now.getTime()

/** Safe: only lists of texts are stored (`limitsOfKey`). */
export const readKeyList = (stored: string | null): string[] =>
  stored === null ? [] : (JSON.parse(stored) as string[])

export const hasScope = ({ scope }: Pick<Key, 'scope'>, wanted: KeyScope): boolean =>
  scope !== null && readKeyList(scope).includes(wanted)

const MAX_LISTS = 1000
const lists = new Map<string, AddressList>()

/** Cached by the stored text, so the list is parsed once for all calls of a key. */
function addressesOf(stored: string): AddressList {
  const cached = lists.get(stored)
  if (cached) return cached
  if (lists.size >= MAX_LISTS) lists.clear()
  const addressList = createAddressList(readKeyList(stored))
  lists.set(stored, addressList)
  return addressList
}

export type AddressList = { has(address: string): boolean }

/**
 * Matches addresses and ranges. IPv4 and IPv6 are separate lists, because `BlockList` treats IPv4 as a part of IPv6 and
 * an IPv6 range would let it in.
 */
export function createAddressList(allowed: readonly string[]): AddressList {
  const families = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of allowed) {
    const [address = '', bits] = text.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) families[family].addAddress(address, family)
    else families[family].addSubnet(address, Number(bits), family)
  }
  return {
    has: (address) => {
      const plain = unmapped(address)
      if (isIPv4(plain)) return families.ipv4.check(plain, 'ipv4')
      return isIPv6(plain) && families.ipv6.check(plain, 'ipv6')
    },
  }
}

/** A dual-stack socket reports an IPv4 address in IPv6 form. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** False if the address is unknown. */
export const mayComeFrom = ({ addresses }: Pick<Key, 'addresses'>, address: string | undefined): boolean =>
  addresses === null || (address !== undefined && addressesOf(addresses).has(address))

export const addressNotAllowed = () => new HttpError('address_not_allowed', 'The key may not be used from this address')

const MESSAGES: { readonly [S in KeyScope]: string } = {
  read_only: 'The key may only read',
  no_personal_numbers: 'The key may neither query persons by number nor download files that contain such numbers',
  no_cap_changes: 'The key may not change the spend cap',
}

const outsideScope = (scope: KeyScope) => new HttpError('outside_scope', MESSAGES[scope], { extra: { scope } })

type Row = Pick<Operation, 'execution' | 'produces' | 'setsSpendCap'>

/** Decision 25a (scope of a key): the checks that need only the operation. Throws 403. */
export function requireScope(key: Pick<Key, 'scope'>, operation: Row): void {
  if (key.scope === null) return
  if (operation.execution === 'writes' && hasScope(key, 'read_only')) throw outsideScope('read_only')
  if (operation.setsSpendCap === true && hasScope(key, 'no_cap_changes')) throw outsideScope('no_cap_changes')
  if (isUnmaskedFile(operation) && hasScope(key, 'no_personal_numbers')) throw outsideScope('no_personal_numbers')
}

/** Decision 25a (scope of a key): even an empty answer would reveal whether the number exists. Throws 403. */
export function requireNoPersons(
  key: Pick<Key, 'scope'>,
  { url }: Request,
  { body }: { readonly body?: unknown },
): void {
  if (!hasScope(key, 'no_personal_numbers')) return
  const start = url.indexOf('?')
  const isNamed = start !== -1 && namesPerson(new URLSearchParams(url.slice(start)))
  if (isNamed || holdsPersonalNumber(body)) throw outsideScope('no_personal_numbers')
}

const holdsPersonalNumber = (body: unknown): boolean =>
  body !== undefined && JSON.stringify(body) !== JSON.stringify(maskPersonal(body))
