import type { ConditionOf } from '@/lib/features/rules/contract/conditions'

type Basis = ConditionOf<'spend'>['basis']

export const commonPercents = [50, 80, 100]

export const unitOf = (basis: Basis): 'pln' | 'percent' => (basis === 'pln' ? 'pln' : 'percent')

/** Extracts the number from `80 %`, `80%` and `500 zł`. */
export const bareNumber = (text: string): string => text.replaceAll(/\s|%|zł|pln/giu, '')

const MAX_PERCENT = 500
const MAX_PLN = 100_000

export const isThreshold = (value: number, basis: Basis): boolean =>
  Number.isInteger(value) && value >= 1 && value <= (basis === 'pln' ? MAX_PLN : MAX_PERCENT)

/** The typed number; NaN if invalid, so that it is not mistaken for another number. */
export const thresholdIn = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

export const thresholdFault = ({ thresholds, basis }: ConditionOf<'spend'>): 'empty' | 'invalid' | undefined => {
  if (thresholds.length === 0) return 'empty'
  return thresholds.every((each) => isThreshold(each, basis)) ? undefined : 'invalid'
}
