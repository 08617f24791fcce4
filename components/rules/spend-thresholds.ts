import type { ConditionOf } from '@/lib/features/rules/contract/conditions'

type Basis = ConditionOf<'spend'>['basis']

export const commonPercents = [50, 80, 100]

/** The unit that thresholds of a basis are in. */
export const unitOf = (basis: Basis): 'pln' | 'percent' => (basis === 'pln' ? 'pln' : 'percent')

/** `80 %`, `80%` and `500 zł` are the number that they name. */
export const bareNumber = (text: string): string => text.replaceAll(/\s|%|zł|pln/giu, '')

const MAX_PERCENT = 500
const MAX_PLN = 100_000

export const isThreshold = (value: number, basis: Basis): boolean =>
  Number.isInteger(value) && value >= 1 && value <= (basis === 'pln' ? MAX_PLN : MAX_PERCENT)

/** What was typed as a number; NaN for what is none, so that it is never taken for another one. */
export const thresholdIn = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

export const thresholdFault = ({ thresholds, basis }: ConditionOf<'spend'>): 'empty' | 'invalid' | undefined => {
  if (thresholds.length === 0) return 'empty'
  return thresholds.every((each) => isThreshold(each, basis)) ? undefined : 'invalid'
}
