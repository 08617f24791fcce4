import type { OperationAnswer } from '@/lib/client/client'
import type { AccountFacts } from '@/lib/domain/usage/standing'

export type KeyList = OperationAnswer<'keys.list'>
export type ListedKey = KeyList['items'][number]

/** `refused`: the key is there and answers 402, because the plan has no API access (decision 35). */
export type KeyState = 'active' | 'refused' | 'deactivated'

export function keyState(key: ListedKey, list: Pick<KeyList, 'api_access'>): KeyState {
  if (key.deactivated_at) return 'deactivated'
  return list.api_access === false ? 'refused' : 'active'
}

export const activeCount = ({ items }: Pick<KeyList, 'items'>): number =>
  items.filter((key) => !key.deactivated_at).length

/** Why no key can be created now; undefined when one can. A service that does not say leaves it to its answer. */
export function creationBlock(
  list: KeyList,
  { isInactive }: AccountFacts = {},
): 'inactive' | 'plan' | 'limit' | undefined {
  if (isInactive === true) return 'inactive'
  if (list.api_access === false) return 'plan'
  return typeof list.max_active === 'number' && activeCount(list) >= list.max_active ? 'limit' : undefined
}

/** What may be shown of a key: `brd_ab12…x9Qz`; the parts that came. */
export const keyHint = ({ prefix, last_four: lastFour }: Pick<ListedKey, 'prefix' | 'last_four'>): string =>
  prefix || lastFour ? `${prefix ?? ''}…${lastFour ?? ''}` : '—'

/** The list with one key in its new state; the order stays. */
export const withKey = (list: KeyList, changed: ListedKey): KeyList => ({
  ...list,
  items: list.items.map((key) => (key.id === changed.id ? { ...key, ...changed } : key)),
})
