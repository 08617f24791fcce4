import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'

import { isLost, isOutage, isReadOnly, markOutage, unlessReadOnly, outageMessage } from './outage'

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
    '25006',
    '40001',
    '40P01',
    '57014',
    '55P03',
    '26000',
    '42P05',
    '58030',
    'ENOSPC',
    'EROFS',
    'SQLITE_BUSY',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_CANTOPEN',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
  ])('is recognized by the code %s', (code) => expect(isOutage(withCode(code))).toBe(true))

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'timeout expired',
  ])('is recognized by the message "%s"', (message) => expect(isOutage(new Error(message))).toBe(true))

  it('is recognized when every address of a host name refuses the connection', () => {
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
  ])('does not include %s', (error) => expect(isOutage(error)).toBe(false))

  it('includes any error marked as having prevented a connection', () => {
    expect(isOutage(markOutage(withCode('CERT_HAS_EXPIRED')))).toBe(true)
    expect(isOutage(withCode('CERT_HAS_EXPIRED'))).toBe(false)
  })
})

describe('a transaction that lost to another transaction', () => {
  const databaseError = (code: string) => Object.assign(new DatabaseError('?', 1, 'error'), { code })

  it.each(['40001', '40P01'])('is recognized by the code %s', (code) => expect(isLost(databaseError(code))).toBe(true))
  it.each(['25006', '57P01', '23505'])('is not recognized by the code %s', (code) =>
    expect(isLost(databaseError(code))).toBe(false),
  )
})

describe('a read-only store', () => {
  it('is recognized, and its errors are ignored by unlessReadOnly while other errors are thrown', () => {
    expect(isReadOnly(withCode('25006'))).toBe(true)
    for (const code of ['25006', 'SQLITE_READONLY', 'SQLITE_FULL']) {
      expect(() => unlessReadOnly(withCode(code))).not.toThrow()
    }
    expect(() => unlessReadOnly(withCode('57P01'))).toThrow('?')
  })
})

describe('the text of an outage error', () => {
  it('lists the distinct messages of several attempts', () => {
    const errors = [new Error('refused'), new Error('refused'), withCode('X')]
    expect(outageMessage(new AggregateError(errors))).toBe('refused; ?')
    expect(outageMessage(Object.assign(new Error(), { code: 'EX' }))).toBe('EX')
    expect(outageMessage('text')).toBe('text')
  })
})
