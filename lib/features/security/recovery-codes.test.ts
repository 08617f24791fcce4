import { expect, it } from 'vitest'

import { verifyPassword } from '@/lib/features/auth/passwords'

import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes'

it('makeRecoveryCodes returns ten numbered codes without ambiguous letters, each matching its own hash', async () => {
  const { codes, hashes } = await makeRecoveryCodes()
  expect(codes.map((code) => code.slice(0, 2))).toEqual(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'])
  for (const code of codes) expect(code).toMatch(/^\d\d-[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/)
  expect(new Set(codes.map((code) => code.slice(3))).size).toBe(10)
  const { secret = '' } = readRecoveryCode(codes[6] ?? '') ?? {}
  expect(await verifyPassword(hashes[6], secret)).toBe(true)
  expect(await verifyPassword(hashes[5], secret)).toBe(false)
})

it.each([
  ['07-ABCDE-FGHJK', { number: 7, secret: 'ABCDEFGHJK' }],
  [' 7 abcde fghjk ', { number: 7, secret: 'ABCDEFGHJK' }],
  ['10abcdefghjk', { number: 10, secret: 'ABCDEFGHJK' }],
  ['07–abcde—fghjk', { number: 7, secret: 'ABCDEFGHJK' }],
  ['02-23456-78923', { number: 2, secret: '2345678923' }],
  ['123456', undefined],
  ['07-ABCDE-FGHJ', undefined],
  ['07-ABCDE-FGHJK2', undefined],
  ['', undefined],
])('readRecoveryCode reads %j as %j', (text, expected) => {
  expect(readRecoveryCode(text)).toEqual(expected)
})
