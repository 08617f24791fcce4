import type { FilterListName } from '@/lib/contract/filters'
import { checkIdentifier, type IdentifierFault } from '@/lib/domain/identifiers/identifiers'
import { checkKrzSignature, checkMsigSignature } from '@/lib/domain/identifiers/krz-signatures'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

/** The eight lists, in the order of interface 2.7. Held to the contract by its type; its schemas stay out of the page. */
export const shownFilterLists = [
  'krs',
  'nip',
  'regon',
  'pesel',
  'krz_signature',
  'msig_signature',
  'name',
  'subject_id',
] as const satisfies readonly FilterListName[]

const MAX_VALUE_LENGTH = 300
export const MAX_LIST_ITEMS = 10_000

export type ValueFault = IdentifierFault | 'too_long'
export type ValueCheck =
  | { readonly ok: true; readonly value: string }
  /** `suggestion`: what was probably meant, to be offered and never applied. */
  | { readonly ok: false; readonly error: ValueFault; readonly suggestion?: string | undefined }

function checkName(raw: string): ValueCheck {
  const value = raw.replace(/\s+/g, ' ').trim()
  return value === '' ? { ok: false, error: 'empty' } : { ok: true, value }
}

function signature(check: ReturnType<typeof checkKrzSignature>): ValueCheck {
  return check.ok ? check : { ok: false, error: check.error, suggestion: check.suggestion ?? undefined }
}

/** The canonical form of a value of a list, or why the service would refuse it. */
export function checkValue(list: FilterListName, raw: string): ValueCheck {
  // The service accepted it once, and nothing of it can be seen here.
  if (readSealed(raw)) return { ok: true, value: raw }
  if (raw.length > MAX_VALUE_LENGTH) return { ok: false, error: 'too_long' }
  if (list === 'krz_signature') return signature(checkKrzSignature(raw))
  if (list === 'msig_signature') return signature(checkMsigSignature(raw))
  return list === 'name' ? checkName(raw) : checkNumber(list, raw)
}

/** How long a number is that may begin with zeros, which spreadsheets drop. */
const lengths: Partial<Readonly<Record<FilterListName, readonly number[]>>> = { regon: [9, 14], pesel: [11] }

function checkNumber(
  list: Exclude<FilterListName, 'name' | 'krz_signature' | 'msig_signature'>,
  raw: string,
): ValueCheck {
  const check = checkIdentifier(list, raw)
  if (check.ok || check.error !== 'length') return check
  const digits = raw.replaceAll(/[\s-]/g, '')
  if (!/^\d{5,}$/.test(digits)) return check
  const full = lengths[list]
    ?.map((length) => digits.padStart(length, '0'))
    .filter((each) => checkIdentifier(list, each).ok)
  return { ...check, suggestion: full?.[0] }
}

/** What is kept of a typed text: its canonical form, or the text itself, so that it can be corrected. */
export function normalizeValue(list: FilterListName, raw: string): string {
  const check = checkValue(list, raw)
  return check.ok ? check.value : raw.trim()
}
