import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { plainText } from '@/lib/domain/identifiers/number-text'

import type { IdentifierRole } from './column-names'

/** The kind of damage by a spreadsheet that was repaired. */
export type NumberFix = 'zeros' | 'exponent' | 'decimal' | 'formula'

export interface RepairedNumber {
  readonly text: string
  readonly fix?: NumberFix | undefined
  /** `1,23E+10`: digits are irrecoverably lost. */
  readonly isRounded?: true
}

const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i
const DECIMALS = /^(\d{5,})[.,]0+$/
/** `="0012"` and `'0012` keep a spreadsheet from treating it as a number. */
const FORMULA = /^=?\s*"(.*)"$|^=?'(.*)$/
const PESEL_LENGTH = 11

function fromExponent([, first = '', fraction = '', exponent = '']: RegExpExecArray): RepairedNumber {
  const places = Number(exponent)
  const text = `${first}${fraction}`
  // With fewer digits than the exponent, the rest was cut off when the file was saved, and zeros would be a guess.
  if (fraction.length < places) return { text, isRounded: true }
  return { text: text.slice(0, places + 1), fix: 'exponent' }
}

function withZeros(text: string, role: IdentifierRole): RepairedNumber {
  if (role === 'regon') return withLostZero(text)
  if (role === 'krs' && /^\d{1,7}$/.test(text)) return { text: text.padStart(10, '0'), fix: 'zeros' }
  if (role !== 'pesel' || !/^\d{8,10}$/.test(text)) return { text }
  const padded = text.padStart(PESEL_LENGTH, '0')
  return checkIdentifier('pesel', padded).ok ? { text: padded, fix: 'zeros' } : { text }
}

/** A REGON begins with the number of its voivodeship, which may be below ten. */
function withLostZero(text: string): RepairedNumber {
  const padded = `0${text}`
  return /^(?:\d{8}|\d{13})$/.test(text) && checkIdentifier('regon', padded).ok
    ? { text: padded, fix: 'zeros' }
    : { text }
}

/** Repairs what Excel made of a number: `5,261040828E+9`, `123456`, `5261040828.0`, `="…"`. */
export function repairNumber(raw: string, role: IdentifierRole): RepairedNumber {
  const text = plainText(raw)
  const exponent = EXPONENT.exec(text)
  if (exponent) return fromExponent(exponent)
  const decimals = DECIMALS.exec(text)?.[1]
  if (decimals !== undefined) return { ...withZeros(decimals, role), fix: 'decimal' }
  const [, quoted, unquoted] = FORMULA.exec(text) ?? []
  const formula = (quoted ?? unquoted)?.trim()
  if (formula !== undefined && /\d/.test(formula)) return { text: formula, fix: 'formula' }
  return withZeros(text, role)
}
