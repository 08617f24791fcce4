import { expect, it } from 'vitest'

import { amountText } from './amount-text'

it.each([
  ['1234567.80', 'PLN', 'pl', '1\u00a0234\u00a0567,80\u00a0zł'],
  ['1234567.80', 'EUR', 'en', 'EUR\u00a01,234,567.80'],
  ['232.56', 'EUR', 'pl', '232,56\u00a0EUR'],
  ['-5', 'PLN', 'pl', '-5\u00a0zł'],
  // Digits beyond grosz are not rounded.
  ['0.1234', 'PLN', 'en', 'PLN\u00a00.1234'],
  ['brak', 'PLN', 'pl', 'brak'],
  ['1 000,00', 'PLN', 'pl', '1 000,00'],
  ['', 'PLN', 'pl', ''],
] as const)('formats %j in %s for %s', (...[text, currency, locale, expected]) => {
  expect(amountText(text, currency, locale)).toBe(expected)
})
