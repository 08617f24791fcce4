import { expect, it } from 'vitest'

import { NO_PROXIES, readTrustedProxies } from '@/lib/http/addresses'

import { apiCallerAddress } from './api-caller-address'

const proxies = readTrustedProxies('127.0.0.1,10.0.0.0/8') ?? NO_PROXIES

it.each([
  { trustedProxies: NO_PROXIES, remoteAddress: '127.0.0.1', forwarded: '192.0.2.7', expected: '127.0.0.1' },
  { trustedProxies: proxies, remoteAddress: '127.0.0.1', forwarded: '192.0.2.7', expected: '192.0.2.7' },
  {
    trustedProxies: proxies,
    remoteAddress: '::ffff:127.0.0.1',
    forwarded: '203.0.113.9, 192.0.2.7, 10.1.1.1',
    expected: '192.0.2.7',
  },
  { trustedProxies: proxies, remoteAddress: '203.0.113.5', forwarded: '192.0.2.7', expected: '203.0.113.5' },
  { trustedProxies: proxies, remoteAddress: '127.0.0.1', forwarded: undefined, expected: '127.0.0.1' },
  { trustedProxies: proxies, remoteAddress: undefined, forwarded: '192.0.2.7', expected: 'unknown' },
])(
  'socket $remoteAddress, forwarded for $forwarded: the address is $expected',
  ({ trustedProxies, remoteAddress, forwarded, expected }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(apiCallerAddress({ trustedProxies })({ headers, socket: { remoteAddress } })).toBe(expected)
  },
)
