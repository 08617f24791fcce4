import { expect, it } from 'vitest'

import { isTypedCount, needsTypedCount } from './typed-count'

it('requires a typed count above five hundred', () => {
  expect(needsTypedCount(500)).toBe(false)
  expect(needsTypedCount(501)).toBe(true)
})

it.each(['1234', '1 234', '1\u00A0234', '1\u202F234', '1,234', '1.234', ' 1234 '])('accepts %j for 1234', (text) => {
  expect(isTypedCount(text, 1234)).toBe(true)
})

it.each(['', '123', '12345', '-1234', '1234a', '0x4D2', '1e3', '１２３４'])('rejects %j for 1234', (text) => {
  expect(isTypedCount(text, 1234)).toBe(false)
})
