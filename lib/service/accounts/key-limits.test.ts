import { describe, expect, it } from 'vitest'

import { scopesThatMayRefuse } from '@/lib/contract/key-scope'
import { keyAddress } from '@/lib/contract/keys'
import { operationNames, operationOf } from '@/lib/contract/table'

import { createAddressList, isKeyExpired, mayComeFrom } from './key-limits'

describe('the addresses of a key', () => {
  const cases: [readonly string[], string, boolean][] = [
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '::ffff:192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.5/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '::ffff:11.0.0.1', false],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], '2001:db9::5', false],
    [['2001:db8::/32', '192.0.2.0/24'], '192.0.2.200', true],
    // An IPv6 range never contains an IPv4 address, however wide it is, and vice versa.
    [['::/0'], '192.0.2.7', false],
    [['::/0'], '::ffff:192.0.2.7', false],
    [['::/0'], '2001:db8::1', true],
    [['0.0.0.0/0'], '::1', false],
    [['192.0.2.7'], 'unknown', false],
    [['192.0.2.7'], '', false],
  ]
  it.each(cases)('%j admit a call from %s: %s', (allowed, address, isAllowed) => {
    expect(createAddressList(allowed).has(address)).toBe(isAllowed)
  })

  it('do not restrict a key without a list, and exclude unknown addresses with one', () => {
    expect(mayComeFrom({ addresses: null }, undefined)).toBe(true)
    expect(mayComeFrom({ addresses: '["192.0.2.7"]' }, undefined)).toBe(false)
    expect(mayComeFrom({ addresses: '["192.0.2.7"]' }, '192.0.2.7')).toBe(true)
  })

  it.each(['192.168.1', '1.2.3.4/33', '2001:db8::/129', 'fe80::1%eth0', '01.2.3.4', 'localhost', '', '10.0.0.0/'])(
    'cannot be %s',
    (text) => expect(keyAddress.safeParse(text).success).toBe(false),
  )

  it.each(['::ffff:10.0.0.0/8', '::FFFF:a00:1', '0:0:0:0:0:ffff:a00:1', '::ffff:0:0/96'])(
    'cannot be IPv4-mapped IPv6: %s',
    (text) => expect(keyAddress.safeParse(text).error?.issues[0]?.message).toContain('mapped'),
  )

  it('can be addresses and ranges of both families', () => {
    const texts = [' 10.0.0.0/8 ', '2001:DB8::1', '::1', '2001:db8::/32']
    expect(texts.map((text) => keyAddress.parse(text))).toEqual(['10.0.0.0/8', '2001:db8::1', '::1', '2001:db8::/32'])
  })
})

it('a key expires exactly at its expiry time, not a millisecond before', () => {
  const key = { expires_at: '2026-11-20T12:00:00.000Z' }
  expect(isKeyExpired(key, new Date('2026-11-20T11:59:59.999Z'))).toBe(false)
  expect(isKeyExpired(key, new Date('2026-11-20T12:00:00.000Z'))).toBe(true)
  expect(isKeyExpired({ expires_at: null }, new Date('2999-01-01T00:00:00.000Z'))).toBe(false)
})

it('a read-only key is refused every operation that writes, and a key with no_cap_changes only that of the spend cap', () => {
  const operationsRefusedTo = (scope: string) =>
    operationNames.filter((name) => scopesThatMayRefuse(operationOf(name)).some((each) => each === scope))
  expect(operationsRefusedTo('read_only')).toEqual(
    operationNames.filter((name) => operationOf(name).execution === 'writes'),
  )
  expect(operationsRefusedTo('no_cap_changes')).toEqual(['usage.setSpendCap'])
  for (const name of ['reports.download', 'krs.pdf', 'crbr.pdf', 'rdf.document', 'monitors.list', 'records.get']) {
    expect(operationsRefusedTo('no_personal_numbers')).toContain(name)
  }
})
