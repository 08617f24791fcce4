/** Identifier types of a monitor (interface section 2.4, bulk creation); `subject_id` is the UUID of a subject. */
export const identifierTypes = ['nip', 'krs', 'pesel', 'subject_id'] as const
export type IdentifierType = (typeof identifierTypes)[number]
export const isIdentifierType = (type: string): type is IdentifierType => identifierTypes.some((each) => each === type)
export type CheckedType = IdentifierType | 'regon'

/** `is_nip`: a KRS number that is actually a valid NIP, which no KRS number resembles. */
export type IdentifierFault =
  | 'empty'
  | 'length'
  | 'format'
  | 'all_zero'
  | 'prefix'
  | 'checksum'
  | 'birth_date'
  | 'nil'
  | 'is_nip'

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]
const REGON_WEIGHTS = [8, 9, 2, 3, 4, 5, 6, 7]
const REGON_LOCAL_WEIGHTS = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]
const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]
const PESEL_CENTURIES = [1900, 2000, 2100, 2200, 1800]

const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48
const weightedSum = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digitAt(text, index), 0)

export const isDigits = (value: string): boolean => /^\d+$/.test(value)
export const isZeros = (value: string): boolean => /^0+$/.test(value)

export function nipFault(value: string): IdentifierFault | null {
  if (!/^\d*$/.test(value)) return 'format'
  if (value.length !== 10) return 'length'
  if (isZeros(value)) return 'all_zero'
  // The first three digits name a tax office; `000` is the beginning of KRS numbers.
  if (value.startsWith('000')) return 'prefix'
  // Remainder 10 is never issued; a tenth digit can never equal it, so one comparison covers both rules.
  return weightedSum(value, NIP_WEIGHTS) % 11 === digitAt(value, 9) ? null : 'checksum'
}

const regonDigit = (value: string, weights: readonly number[]): number => (weightedSum(value, weights) % 11) % 10

function regonFault(value: string): IdentifierFault | null {
  if (!isDigits(value)) return 'format'
  if (value.length !== 9 && value.length !== 14) return 'length'
  if (isZeros(value)) return 'all_zero'
  if (regonDigit(value, REGON_WEIGHTS) !== digitAt(value, 8)) return 'checksum'
  if (value.length === 9) return null
  return regonDigit(value, REGON_LOCAL_WEIGHTS) === digitAt(value, 13) ? null : 'checksum'
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const FEBRUARY = 2
const SHORT_MONTHS = [4, 6, 9, 11]

function daysInMonth(year: number, month: number): number {
  if (month === FEBRUARY) return isLeapYear(year) ? 29 : 28
  return SHORT_MONTHS.includes(month) ? 30 : 31
}

/**
 * Calendar arithmetic instead of Date, which rolls 30 February over. Births in the future are accepted, because there
 * is no clock here.
 */
export function hasBirthDate(value: string): boolean {
  const coded = Number(value.slice(2, 4))
  const century = PESEL_CENTURIES[Math.floor(coded / 20)]
  if (century === undefined) return false
  const month = coded % 20
  const day = Number(value.slice(4, 6))
  if (month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(century + Number(value.slice(0, 2)), month)
}

export function peselFault(value: string): IdentifierFault | null {
  if (!/^\d*$/.test(value)) return 'format'
  if (value.length !== 11) return 'length'
  if (!hasBirthDate(value)) return 'birth_date'
  return (10 - (weightedSum(value, PESEL_WEIGHTS) % 10)) % 10 === digitAt(value, 10) ? null : 'checksum'
}

function krsFault(value: string): IdentifierFault | null {
  if (!/^\d*$/.test(value)) return 'format'
  if (value.length !== 10) return 'length'
  if (isZeros(value)) return 'all_zero'
  // It has no check digit, but all issued ones begin with 000, as no NIP does.
  return nipFault(value) === null ? 'is_nip' : null
}

function uuidFault(value: string): IdentifierFault | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)) return 'format'
  return /^[0-]+$/.test(value) ? 'nil' : null
}

/** The fault of a normalised value by type; null for a valid one. */
export const faultOf: Record<CheckedType, (value: string) => IdentifierFault | null> = {
  nip: nipFault,
  regon: regonFault,
  pesel: peselFault,
  krs: krsFault,
  subject_id: uuidFault,
}
