import { cpvCheckDigit, cpvDigits, isSheetNumber, splitCpvTexts } from '@/lib/domain/cpv'
import { plainText } from '@/lib/domain/identifiers/number-text'

import type { CpvIndex } from './cpv-completion'

/** Why a typed code is not accepted as it is, and the code that may be meant. */
export type CpvProblem =
  | { readonly kind: 'check'; readonly code: string; readonly typed: string; readonly check: string }
  | { readonly kind: 'zero'; readonly code: string; readonly typed: string }
  | { readonly kind: 'rounded' }

/** The listed code that seven digits, or eight that are its check digit too, are if a spreadsheet dropped their first zero. */
function withLostZero({ codes }: CpvIndex, text: string): string | undefined {
  const [, digits = '', check] = /^(\d{7})(?:-\d|(\d))?$/.exec(text) ?? []
  const code = codes.get(`0${digits}`)
  return check === undefined || code?.at(-1) === check ? code : undefined
}

/**
 * The problem of the first typed code that has one. Nothing is guessed: an asterisk says that seven digits are the
 * beginning of codes.
 */
export function cpvProblemOf(index: CpvIndex, input: string): CpvProblem | undefined {
  for (const part of splitCpvTexts(input)) {
    const problem = problemOfCode(index, plainText(part))
    if (problem !== undefined) return problem
  }
  return undefined
}

function problemOfCode(index: CpvIndex, text: string): CpvProblem | undefined {
  const digits = cpvDigits(text)
  if (digits === null) return isSheetNumber(text) ? { kind: 'rounded' } : undefined
  const lost = index.codes.has(digits) ? undefined : withLostZero(index, text.replace(/\s/g, ''))
  if (lost !== undefined) return { kind: 'zero', code: lost, typed: digits }
  const check = index.codes.get(digits)?.at(-1)
  const typed = cpvCheckDigit(text)
  return check === undefined || typed === undefined || typed === check
    ? undefined
    : { kind: 'check', code: digits, typed, check }
}
