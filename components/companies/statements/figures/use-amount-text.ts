'use client'

import { useLocale } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

/** A larger percentage is shown only as exceeding this. */
const MAX_PERCENT = 999

export type AmountUnit = 'one' | 'thousand'
const factors = { one: 1, thousand: 1000 } as const satisfies Record<AmountUnit, number>

/** Returns the currency code, except for PLN, which is written `zł`. */
export const currencyWord = (currency: string): string => (currency === 'PLN' ? 'zł' : currency)

/** The minus sign has the width of a digit. */
const MINUS = '−'
const withMinus = (text: string): string => text.replace(/^-/, MINUS)

/** Formats `1 234` or `−50 000` in the unit; `–` if the value is missing. */
export function useAmountText(): (value: number | undefined, unit: AmountUnit) => string {
  const locale = useLocale()
  return (value, unit) => (value === undefined ? '–' : withMinus(formatInteger(value / factors[unit], locale)))
}

/** Formats `+12,5%`, `−3%` or `>+999%`; `–` without a change. */
export function useChangeText(): (change: number | null) => string {
  const locale = useLocale()
  return (change) => {
    if (change === null) return '–'
    const percent = change * 100
    if (percent > MAX_PERCENT) return `>+${MAX_PERCENT}%`
    const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent)
    return `${withMinus(text)}%`
  }
}
