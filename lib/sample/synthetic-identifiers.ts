import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import type { Rng } from '@/lib/sample/rng'

const padded = (value: number, length: number): string => String(value).padStart(length, '0')

const NIP_BLOCK = 400_000_000
const NIP_BLOCK_SIZE = 90_000_000

/**
 * A valid NIP in the block 400–489, which has no known real numbers. Distinct for indexes within about 11 000 of each
 * other.
 */
export function makeNip(index: number): string {
  for (let step = 0; ; step += 1) {
    const stem = NIP_BLOCK + ((index * 7919 + step) % NIP_BLOCK_SIZE)
    const nip = withCheckDigit(String(stem))
    if (nip !== null) return nip
  }
}

/** Null for one stem in eleven, which has no check digit. */
function withCheckDigit(stem: string): string | null {
  for (let digit = 0; digit < 10; digit += 1) {
    if (checkIdentifier('nip', stem + digit).ok) return stem + digit
  }
  return null
}

const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]

/** A valid PESEL of a person born 1850–1899, so that it belongs to no living person. */
export function makePesel(random: Rng, sex: 'male' | 'female'): { pesel: string; birth_date: string } {
  const year = random.int(1850, 1899)
  const month = random.int(1, 12)
  const day = random.int(1, 28)
  const serial = padded(random.int(0, 999), 3) + random.pick(sex === 'male' ? [1, 3, 5, 7, 9] : [0, 2, 4, 6, 8])
  const stem = padded(year % 100, 2) + padded(month + 80, 2) + padded(day, 2) + serial
  const sum = PESEL_WEIGHTS.reduce((total, weight, index) => total + weight * Number(stem[index]), 0)
  return { pesel: `${stem}${(10 - (sum % 10)) % 10}`, birth_date: `${year}-${padded(month, 2)}-${padded(day, 2)}` }
}
