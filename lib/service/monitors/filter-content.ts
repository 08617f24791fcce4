import type { FilterContent } from '@/lib/contract/filters'
import type { FilterListName } from '@/lib/domain/filter-lists'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { checkKrzSignature, checkMsigSignature, type SignatureCheck } from '@/lib/domain/identifiers/krz-signatures'
import { MAX_NAME_WORDS, nameKey, splitNameWords } from '@/lib/domain/name-key'
import { ValidationError, type ValidationDetail } from '@/lib/http/errors'

import { identifierDetail } from '../http/identifier-faults'

type FilterItem = { kind: FilterListName; value: string }
/** `items` are what announcements are matched against: the content, but names by their key. */
export type CheckedContent = { content: FilterContent; items: FilterItem[]; count: number }

const MAX_DETAILS = 100
type Check = { ok: true; value: string } | { ok: false; wrong: (loc: ValidationDetail['loc']) => ValidationDetail }

/**
 * Normalises every value and drops repetitions. Throws a 422 that locates each invalid value in the list as it was
 * sent.
 */
export function checkContent(sent: FilterContent): CheckedContent {
  const wrong: ValidationDetail[] = []
  const items: FilterItem[] = []
  const listOf = (kind: FilterListName): string[] => {
    const uniqueValues = new Map<string, string>()
    for (const [index, raw] of sent[kind].entries()) {
      const check = checkValue(kind, raw)
      if (check.ok) addOnce(uniqueValues, kind, check.value)
      else wrong.push(check.wrong(['body', 'content', kind, index]))
    }
    items.push(...[...uniqueValues.keys()].map((value) => ({ kind, value })))
    return [...uniqueValues.values()]
  }
  const content: FilterContent = {
    krs: listOf('krs'),
    nip: listOf('nip'),
    regon: listOf('regon'),
    pesel: listOf('pesel'),
    krz_signature: listOf('krz_signature'),
    msig_signature: listOf('msig_signature'),
    name: listOf('name'),
    subject_id: listOf('subject_id'),
  }
  if (wrong.length > 0) throw new ValidationError(wrong.slice(0, MAX_DETAILS))
  return { content, items, count: items.length }
}

/** The first spelling of a name is stored. */
function addOnce(uniqueValues: Map<string, string>, kind: FilterListName, value: string) {
  const key = kind === 'name' ? nameKey(value) : value
  if (!uniqueValues.has(key)) uniqueValues.set(key, value)
}

function checkValue(kind: FilterListName, raw: string): Check {
  switch (kind) {
    case 'krz_signature':
      return toSignatureCheck(checkKrzSignature(raw), 'KRZ signature, such as WA1M/GUp-s/123/2024')
    case 'msig_signature':
      return toSignatureCheck(checkMsigSignature(raw), 'MSiG signature, such as IX GU 9001/13')
    case 'name':
      return checkName(raw)
    case 'krs':
    case 'nip':
    case 'regon':
    case 'pesel':
    case 'subject_id': {
      const check = checkIdentifier(kind, raw)
      return check.ok ? check : { ok: false, wrong: (loc) => identifierDetail(loc, kind, check.error) }
    }
  }
}

const failWith = (msg: string): Check => ({ ok: false, wrong: (loc) => ({ loc, msg, type: 'value_error' }) })

const toSignatureCheck = (check: SignatureCheck, expected: string): Check =>
  check.ok ? check : failWith(`Not a valid ${expected}`)

function checkName(raw: string): Check {
  const value = raw.replaceAll(/\s+/g, ' ').trim()
  const words = splitNameWords(value).length
  if (words === 0) return failWith('A name should have a letter or a digit')
  if (words > MAX_NAME_WORDS) return failWith(`A name should have at most ${MAX_NAME_WORDS} words`)
  return { ok: true, value }
}

/** Safe: only results of `checkContent` are stored. */
export const parseContent = (json: string): FilterContent => JSON.parse(json) as FilterContent
