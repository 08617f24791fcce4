import { lazyCall } from '@/lib/client/queries'
import { withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { chunksOf } from '@/lib/domain/collections/chunks'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { createStore } from '@/lib/domain/store'

/** The lists whose values identify one company each. */
export const namedValueLists = ['krs', 'nip', 'regon'] as const satisfies readonly FilterListName[]
export type NamedList = (typeof namedValueLists)[number]
/** The name of a value; undefined while it is unknown, and if there is none. */
export type NameOf = (value: string) => string | undefined

export const isNamedList = (list: FilterListName): list is NamedList => namedValueLists.some((each) => each === list)

export const NAMES_AT_ONCE = 1000
/** The pause after a failure. A service that does not support the request is not called again. */
const PAUSE_MS = 30_000

/**
 * Company names that this page has loaded. They come from public registers, so all filters share them. Null if the
 * value has no name.
 */
const names = new Map<string, string | null>()
const version = createStore(0)
let pausedUntil = 0
let isRequesting = false

const keyOf = (list: FilterListName, value: string): string => `${list} ${value}`

export const namesVersion = { read: version.read, subscribe: version.subscribe }
export const cachedName = (list: FilterListName, value: string): string | undefined =>
  names.get(keyOf(list, value)) ?? undefined
export const isNameRequested = (list: FilterListName, value: string): boolean => names.has(keyOf(list, value))

async function requestNames(list: NamedList, values: readonly string[]): Promise<void> {
  const { items } = await lazyCall('filters.names', { body: { values: values.map((value) => ({ list, value })) } })
  for (const value of values) names.set(keyOf(list, value), null)
  for (const { value, name } of items) if (value !== undefined && name) names.set(keyOf(list, value), name)
}

/** Loads the names of up to a thousand values, one request at a time; subscribers are notified by the version. */
export async function loadNames(list: NamedList, values: readonly string[]): Promise<void> {
  if (isRequesting || values.length === 0 || performance.now() < pausedUntil) return
  isRequesting = true
  try {
    await requestNames(list, values.slice(0, NAMES_AT_ONCE))
  } catch (error) {
    const isUnsupported = isApiError(error) && error.status !== 429 && error.status > 0
    pausedUntil = isUnsupported ? Number.POSITIVE_INFINITY : performance.now() + PAUSE_MS
  } finally {
    isRequesting = false
    version.write(version.read() + 1)
  }
}

/**
 * Loads the names of all values of a list, for an export. Returns false if the service does not support names or did
 * not answer.
 */
export async function loadAllNames(list: NamedList, values: readonly string[], signal: AbortSignal): Promise<boolean> {
  const missing = values.filter((value) => !isNameRequested(list, value))
  try {
    for (const chunk of chunksOf(missing, NAMES_AT_ONCE)) {
      await withRateLimit(signal, () => requestNames(list, chunk))
      signal.throwIfAborted()
    }
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!isApiError(error)) throw error
    return false
  } finally {
    version.write(version.read() + 1)
  }
}
