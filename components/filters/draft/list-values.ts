import { repairNumber } from '@/lib/client/read-table/repair-number'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { checkIdentifier, type IdentifierFault } from '@/lib/domain/identifiers/identifiers'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/identifiers/krz-signatures'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'
import { explainText, type TextFault } from '@/lib/domain/identifiers/text-fault'
import { MAX_NAME_WORDS, nameKey } from '@/lib/domain/name-key'

import { suggestNumber } from './suggest-number'

const MAX_VALUE_LENGTH = 300
/** The contract allows no control characters and no unpaired surrogates. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u
/** A mask without its sealed number, as in exported files: the panel refuses to save it. */
const BARE_MASK = /\d\d•{7}\d\d|^•{4,}$/

export type ValueFault =
  | IdentifierFault
  | TextFault['fault']
  | 'too_long'
  | 'no_word'
  | 'many_words'
  | 'masked'
  | 'rounded'
export type ValueCheck =
  | { readonly ok: true; readonly value: string }
  /** `suggestion` is the probable correction; it is offered and never applied automatically. */
  | { readonly ok: false; readonly error: ValueFault; readonly suggestion?: string | undefined }

const nameKeys = new Map<string, string>()
/** Two full lists, before and after an edit. */
const MAX_CACHED_KEYS = 40_000

/** Normalizing ten thousand names would delay each keystroke, and all but one of them are unchanged. */
function cachedKey(name: string): string {
  const found = nameKeys.get(name)
  if (found !== undefined) return found
  if (nameKeys.size >= MAX_CACHED_KEYS) nameKeys.clear()
  const key = nameKey(name)
  nameKeys.set(name, key)
  return key
}

function checkName(raw: string): ValueCheck {
  const value = raw.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (!PRINTABLE.test(value)) return { ok: false, error: 'format' }
  if (value === '') return { ok: false, error: 'empty' }
  const key = cachedKey(value)
  if (key === '') return { ok: false, error: 'no_word' }
  return key.split(' ').length > MAX_NAME_WORDS ? { ok: false, error: 'many_words' } : { ok: true, value }
}

function toSignatureCheck(check: ReturnType<typeof checkKrzSignature>): ValueCheck {
  return check.ok ? check : { ok: false, error: check.error, suggestion: check.suggestion ?? undefined }
}

/** Returns the canonical form of a value, or why the service would refuse it. */
export function checkValue(list: FilterListName, raw: string): ValueCheck {
  // The service accepted a sealed value once, and it cannot be checked here.
  if (readSealed(raw)) return { ok: true, value: raw }
  if (BARE_MASK.test(raw)) return { ok: false, error: 'masked' }
  if (raw.length > MAX_VALUE_LENGTH) return { ok: false, error: 'too_long' }
  if (list === 'krz_signature') return toSignatureCheck(checkKrzSignature(raw))
  if (list === 'msig_signature') return toSignatureCheck(checkMsigSignature(raw))
  return list === 'name' ? checkName(raw) : checkNumber(list, raw)
}

function checkNumber(
  list: Exclude<FilterListName, 'name' | 'krz_signature' | 'msig_signature'>,
  raw: string,
): ValueCheck {
  const check = checkIdentifier(list, raw)
  if (check.ok) return check
  if (repairNumber(raw.trim(), list).isRounded === true) return { ok: false, error: 'rounded' }
  const suggestion = suggestNumber(list, raw)
  const textFault = list === 'subject_id' || check.error === 'checksum' ? undefined : explainText(raw)
  return { ok: false, error: textFault?.fault ?? check.error, suggestion }
}

/** Returns a key that is equal for values that stand for the same thing; names are compared as the service does. */
export const valueKey = (list: FilterListName, value: string): string =>
  list === 'name' ? cachedKey(value) || value : value

const isSealed = (value: string): boolean => readSealed(value) !== undefined

/**
 * Whether a list may contain one person twice, typed and sealed: only the server can open a seal, and it merges them on
 * save.
 */
export const mayRepeatPerson = (list: FilterListName, values: readonly string[]): boolean =>
  list === 'pesel' && values.some(isSealed) && !values.every(isSealed)
