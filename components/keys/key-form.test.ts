import { describe, expect, it } from 'vitest'

import { keyFormOf, splitAddresses, toExpiry, toKeyBody } from './key-form'

const now = new Date('2026-11-20T11:00:00.000Z')
const filled = { name: 'ERP', expiry: '90', expiry_day: '', scope: [], addresses: '' } as const
const form = keyFormOf('2026-11-20')
const faultsOf = (change: object) =>
  form.safeParse({ ...filled, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('key form', () => {
  it('sets the expiry after days, at the end of a day in Warsaw, or never', () => {
    expect(toExpiry({ expiry: '30', expiry_day: '' }, now)).toBe('2026-12-20T11:00:00.000Z')
    expect(toExpiry({ expiry: 'day', expiry_day: '2026-11-20' }, now)).toBe('2026-11-20T23:00:00.000Z')
    expect(toExpiry({ expiry: 'day', expiry_day: '2027-06-30' }, now)).toBe('2027-06-30T22:00:00.000Z')
    expect(toExpiry({ expiry: 'never', expiry_day: '2027-06-30' }, now)).toBeNull()
  })

  it('splits addresses at any separator and keeps each once', () => {
    expect(splitAddresses(' 192.0.2.1, 10.0.0.0/8\n\n2001:DB8::1;192.0.2.1 ')).toEqual([
      '192.0.2.1',
      '10.0.0.0/8',
      '2001:db8::1',
    ])
    expect(splitAddresses(' \n')).toEqual([])
  })

  it('sends the body of the contract', () => {
    const values = { ...filled, scope: ['read_only' as const], addresses: '10.0.0.0/8' }
    expect(toKeyBody(values, now)).toEqual({
      name: 'ERP',
      expires_at: '2027-02-18T11:00:00.000Z',
      scope: ['read_only'],
      addresses: ['10.0.0.0/8'],
    })
  })

  it.each([
    [{}, []],
    [{ name: ' ' }, ['name']],
    [{ expiry: 'day', expiry_day: '2026-11-19' }, ['expiry_day']],
    [{ expiry: 'day', expiry_day: '' }, ['expiry_day']],
    [{ expiry: 'day', expiry_day: '2026-11-20' }, []],
    [{ expiry: '30', expiry_day: 'nonsense' }, []],
    [{ addresses: 'localhost' }, ['addresses']],
    [{ addresses: '192.168.1' }, ['addresses']],
    [{ addresses: '::ffff:10.0.0.0/8' }, ['addresses']],
    [{ addresses: '192.0.2.1 10.0.0.0/8' }, []],
    [{ addresses: Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`).join(' ') }, ['addresses']],
  ])('%j has faults at %j', (change, fields) => expect(faultsOf(change)).toEqual(fields))
})
