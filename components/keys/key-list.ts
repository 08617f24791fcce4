import type { OperationAnswer } from '@/lib/client/client'
import { readInstant } from '@/lib/domain/calendar'
import type { AccountFacts } from '@/lib/domain/usage/standing'

export type KeyList = OperationAnswer<'keys.list'>
export type ListedKey = KeyList['items'][number]

/**
 * `refused`: the key exists but is answered with 402, because the plan has no API access (decision 35, account states).
 * `replaced`: it works next to its successor until it expires. `expiring`: it expires within two weeks.
 */
export type KeyState = 'active' | 'expiring' | 'replaced' | 'refused' | 'expired' | 'deactivated'

const SOON_MS = 14 * 86_400_000

/** `now` in milliseconds since the epoch. */
export function keyState(key: ListedKey, list: Pick<KeyList, 'api_access'>, now: number): KeyState {
  if (key.deactivated_at) return 'deactivated'
  const end = readInstant(key.expires_at) ?? Infinity
  if (end <= now) return 'expired'
  if (list.api_access === false) return 'refused'
  if (key.replaced_by) return 'replaced'
  return end - now < SOON_MS ? 'expiring' : 'active'
}

/** The number of keys that count towards the limit: a replaced key does not, because its successor counts. */
export const activeCount = ({ items }: Pick<KeyList, 'items'>, now: number): number =>
  items.filter((key) => ['active', 'expiring'].includes(keyState(key, {}, now))).length

/**
 * Why no key can be created now; undefined if one can. If the service does not report the limit, its answer to the call
 * decides.
 */
export function creationBlock(
  list: KeyList,
  now: number,
  { isInactive }: AccountFacts = {},
): 'inactive' | 'plan' | 'limit' | undefined {
  if (isInactive === true) return 'inactive'
  if (list.api_access === false) return 'plan'
  return typeof list.max_active === 'number' && activeCount(list, now) >= list.max_active ? 'limit' : undefined
}

/** The displayable parts of a key, e.g. `brd_ab12…x9Qz`, as far as they are known. */
export const keyHint = ({ prefix, last_four: lastFour }: Pick<ListedKey, 'prefix' | 'last_four'>): string =>
  prefix || lastFour ? `${prefix ?? ''}…${lastFour ?? ''}` : '—'

/** The list with one key replaced; the order is unchanged. */
export const withKey = (list: KeyList, changed: ListedKey): KeyList => ({
  ...list,
  items: list.items.map((key) => (key.id === changed.id ? { ...key, ...changed } : key)),
})
