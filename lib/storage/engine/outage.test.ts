import { describe, expect, it } from 'vitest'

import { isOutage } from './outage'

const withCode = (code: string) => Object.assign(new Error('?'), { code })

describe('an outage of the store', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    '08006',
    '57P01',
    '57P03',
    '53300',
    'SQLITE_BUSY',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])('is what %s says', (code) => expect(isOutage(withCode(code))).toBe(true))

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])('is "%s"', (message) =>
    expect(isOutage(new Error(message))).toBe(true),
  )

  it('is when every address of a name refuses', () => {
    expect(isOutage(new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]))).toBe(true)
    expect(isOutage(new AggregateError([withCode('ECONNREFUSED'), new Error('?')]))).toBe(false)
  })

  it.each([
    withCode('23505'),
    withCode('42P01'),
    withCode('ENOENT'),
    withCode('SQLITE_CONSTRAINT'),
    new Error('a defect'),
    'text',
    undefined,
  ])('is not %s', (error) => expect(isOutage(error)).toBe(false))
})
