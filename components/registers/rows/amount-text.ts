import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

const NBSP = '\u00a0'

/** Formats `1234567.80` for the locale with every digit; any other text is returned unchanged. */
export function amountText(text: string, currency: 'PLN' | 'EUR', locale: Locale): string {
  const [, sign = '', integerPart = '', part = ''] = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (integerPart === '') return text
  const decimals = part === '' ? '' : `${locale === 'pl' ? ',' : '.'}${part}`
  const amount = `${formatInteger(Number(integerPart), locale)}${decimals}`
  if (locale !== 'pl') return `${sign}${currency}${NBSP}${amount}`
  return `${sign}${amount}${NBSP}${currency === 'PLN' ? 'zł' : currency}`
}
