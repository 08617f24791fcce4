import { expect, it } from 'vitest'

import { NO_PROXIES, readTrustedProxies } from '@/lib/http/addresses'

import { apiCallerAddress } from './api-caller-address'

const behind = readTrustedProxies('127.0.0.1,10.0.0.0/8') ?? NO_PROXIES

it.each([
  { trustedProxies: NO_PROXIES, remoteAddress: '127.0.0.1', forwarded: '192.0.2.7', due: '127.0.0.1' },
  { trustedProxies: behind, remoteAddress: '127.0.0.1', forwarded: '192.0.2.7', due: '192.0.2.7' },
  {
    trustedProxies: behind,
    remoteAddress: '::ffff:127.0.0.1',
    forwarded: '203.0.113.9, 192.0.2.7, 10.1.1.1',
    due: '192.0.2.7',
  },
  { trustedProxies: behind, remoteAddress: '203.0.113.5', forwarded: '192.0.2.7', due: '203.0.113.5' },
  { trustedProxies: behind, remoteAddress: '127.0.0.1', forwarded: undefined, due: '127.0.0.1' },
  { trustedProxies: behind, remoteAddress: undefined, forwarded: '192.0.2.7', due: 'unknown' },
])(
  'socket $remoteAddress, forwarded for $forwarded: the address is $due',
  ({ trustedProxies, remoteAddress, forwarded, due }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(apiCallerAddress({ trustedProxies })({ headers, socket: { remoteAddress } })).toBe(due)
  },
)
