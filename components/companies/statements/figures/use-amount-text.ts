'use client'

import { useLocale } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

/** Beyond this a percentage says nothing but that it is large. */
const LARGEST_PERCENT = 999

export type AmountUnit = 'one' | 'thousand'
const factors = { one: 1, thousand: 1000 } as const satisfies Record<AmountUnit, number>

/** As it came, but for the one that everybody writes in two letters. */
export const currencyWord = (currency: string): string => (currency === 'PLN' ? 'zł' : currency)

/** The sign of a negative number, as wide as a figure. */
const MINUS = '−'
const withMinus = (text: string): string => text.replace(/^-/, MINUS)

/** `1 234`, `−50 000`, in the unit; `–` for what is missing. */
export function useAmountText(): (value: number | undefined, unit: AmountUnit) => string {
  const locale = useLocale()
  return (value, unit) => (value === undefined ? '–' : withMinus(formatInteger(value / factors[unit], locale)))
}

/** `+12,5%`, `−3%`, `>+999%`; `–` where there is none to be told. */
export function useChangeText(): (change: number | null) => string {
  const locale = useLocale()
  return (change) => {
    if (change === null) return '–'
    const percent = change * 100
    if (percent > LARGEST_PERCENT) return `>+${LARGEST_PERCENT}%`
    const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(percent)
    return `${withMinus(text)}%`
  }
}
