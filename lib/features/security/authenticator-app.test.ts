import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'

import { appUri, newAppSecret, stepOfCode } from './authenticator-app'

const dateAt = (seconds: number) => new Date(seconds * 1000)

describe('an authenticator app code', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32
  // RFC 6238, appendix B, SHA-1: the last six of the eight digits.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d s equals the test vector of RFC 6238', (seconds, vector) => {
    expect(stepOfCode(secret, vector.slice(-6), dateAt(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is accepted for one step before and one step after its own', () => {
    const code = '287082'
    const steps = [-1, 0, 29, 30, 59, 89, 90].map((seconds) => stepOfCode(secret, code, dateAt(Math.max(0, seconds))))
    expect(steps).toEqual([1, 1, 1, 1, 1, 1, undefined])
  })

  it.each(['', '28708', '2870820', 'abcdef', '28708a', '-87082'])('is rejected if it is %j', (code) => {
    expect(stepOfCode(secret, code, dateAt(59))).toBeUndefined()
  })
})

it('a new secret has 160 bits, and its URI contains all parameters that an app needs', () => {
  const secret = newAppSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newAppSecret()).not.toBe(secret)
  const parsed = URI.parse(appUri(secret, 'ola@example.test'))
  expect(parsed).toBeInstanceOf(TOTP)
  expect(parsed).toMatchObject({ label: 'ola@example.test', algorithm: 'SHA1', digits: 6, period: 30 })
  expect(parsed.secret.base32).toBe(secret)
})
