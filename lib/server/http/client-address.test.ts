import { afterAll, expect, test, vi } from 'vitest'

import { NO_PROXIES, readTrustedProxies } from '@/lib/http/addresses'
import { setTestRuntime } from '@/lib/testing/panel-runtime'

vi.mock('server-only', () => ({}))
const { clientAddress } = await import('./client-address')

afterAll(() => setTestRuntime({}))

const of = (list: string | undefined, socket: string | null, forwarded: string | null) => {
  setTestRuntime({ env: { trustedProxies: (list === undefined ? undefined : readTrustedProxies(list)) ?? NO_PROXIES } })
  return clientAddress(
    new Headers({
      ...(socket !== null && { 'x-panel-socket': socket }),
      ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
    }),
  )
}

test('whoever is no proxy that the operator named is the client, also one beside us', () => {
  for (const socket of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fd00::1', '203.0.113.9']) {
    expect(of(undefined, socket, '198.51.100.1')).toBe(socket)
    expect(of('172.16.0.1', socket, '198.51.100.1')).toBe(socket)
  }
})

test('a named proxy says who is', () => {
  expect(of('10.0.0.0/8', '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(of('10.0.0.0/8', '::ffff:10.0.0.1', '1.2.3.4, 198.51.100.1')).toBe('198.51.100.1')
})

test('no text becomes an address', () => {
  expect(of('10.0.0.0/8', '10.0.0.1', '"><script>alert(1)</script>')).toBe('10.0.0.1')
  expect(of('10.0.0.0/8', null, '198.51.100.1')).toBe('unknown')
})
