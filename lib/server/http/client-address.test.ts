import { afterAll, expect, test, vi } from 'vitest'

import { NO_PROXIES, readTrustedProxies } from '@/lib/http/addresses'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { clientAddress } = await import('./client-address')

afterAll(() => setTestRuntime({}))

const addressFrom = (list: string | undefined, socket: string | null, forwarded: string | null) => {
  setTestRuntime({ env: { trustedProxies: (list === undefined ? undefined : readTrustedProxies(list)) ?? NO_PROXIES } })
  return clientAddress(
    new Headers({
      ...(socket !== null && { 'x-panel-socket': socket }),
      ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
    }),
  )
}

test('a peer that is not a trusted proxy is the client, also on a private network', () => {
  for (const socket of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fd00::1', '203.0.113.9']) {
    expect(addressFrom(undefined, socket, '198.51.100.1')).toBe(socket)
    expect(addressFrom('172.16.0.1', socket, '198.51.100.1')).toBe(socket)
  }
})

test('a trusted proxy names the client', () => {
  expect(addressFrom('10.0.0.0/8', '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(addressFrom('10.0.0.0/8', '::ffff:10.0.0.1', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1')
})

test('text that is not an address is never returned as the client', () => {
  expect(addressFrom('10.0.0.0/8', '10.0.0.1', '"><script>alert(1)</script>')).toBe('10.0.0.1')
  expect(addressFrom('10.0.0.0/8', null, '198.51.100.1')).toBe('unknown')
})
