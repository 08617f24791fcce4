import { maskMistyped, maskPesels } from './identifiers'

/** Opaque values that may contain eleven digits by chance and must stay unchanged. */
export const isOpaqueKey = (key: string): boolean => /^(id|.+_id|cursor|next_cursor|.+_at|(.+_)?hash|sha256)$/.test(key)

/** A PESEL, or any eleven digits, however they are split, which may be a mistyped one. */
export const isPersonalNumber = (text: string): boolean => maskMistyped(text) !== text

/**
 * True for a query that names a person by number, which must not be part of an address, because servers on the way log
 * it.
 */
export const namesPerson = (query: URLSearchParams): boolean =>
  [...query].some(([key, value]) => key !== 'cursor' && isNumberIn(key, value))

/** An id may contain eleven digits; only a valid PESEL counts. */
const isNumberIn = (key: string, value: string): boolean =>
  isOpaqueKey(key) ? maskPesels(value) !== value : isPersonalNumber(value)

/** Carries the query of a GET that names a person, in place of the address. */
export const HIDDEN_QUERY_HEADER = 'x-panel-query'
