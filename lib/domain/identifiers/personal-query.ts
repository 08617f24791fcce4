import { maskMistyped, maskPesels } from './identifiers'

/** Opaque values that may hold eleven digits by chance and must come back as they are. */
export const isOpaqueKey = (key: string): boolean => /^(id|.+_id|cursor|next_cursor|.+_at|(.+_)?hash|sha256)$/.test(key)

/** A PESEL, or eleven digits however they are split, which may be one mistyped. */
export const isPersonalNumber = (text: string): boolean => maskMistyped(text) !== text

/** True for a query that names a person by number: it stays out of addresses, and so out of every log on the way. */
export const namesPerson = (query: URLSearchParams): boolean =>
  [...query].some(([key, value]) => key !== 'cursor' && isNumberIn(key, value))

/** An id may have eleven digits; one that is a valid PESEL is taken for one. */
const isNumberIn = (key: string, value: string): boolean =>
  isOpaqueKey(key) ? maskPesels(value) !== value : isPersonalNumber(value)

/** Carries the query of a GET that names a person, instead of the address. */
export const HIDDEN_QUERY_HEADER = 'x-panel-query'
