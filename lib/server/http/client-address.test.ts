import { expect, test, vi } from 'vitest'

vi.mock('server-only', () => ({}))
const { clientAddress } = await import('./client-address')

const of = (socket: string | null, forwarded: string | null) =>
  clientAddress(
    new Headers({
      ...(socket !== null && { 'x-panel-socket': socket }),
      ...(forwarded !== null && { 'x-forwarded-for': forwarded }),
    }),
  )

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '::1',
  '::ffff:10.1.2.3',
  '::FFFF:127.0.0.1',
  'fd00::1',
  'FC12::1',
])('a proxy at %s is believed', (socket) => {
  expect(of(socket, '203.0.113.7')).toBe('203.0.113.7')
})

test.each([
  '203.0.113.9',
  '11.0.0.1',
  '1.127.0.1',
  '192.169.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.64.0.1',
  '::2',
  '::ffff:203.0.113.9',
  '2001:db8::fd00',
  'unknown',
])('whoever asks from %s is not: it could say what it likes', (socket) => {
  expect(of(socket, '198.51.100.1')).toBe(socket)
})

test.each([
  ['of several entries the last, which the proxy added itself', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['spaces are no part of it', ' 198.51.100.1 ,203.0.113.7 ', '203.0.113.7'],
  ['an empty entry says nothing', '203.0.113.7,', '10.0.0.1'],
  ['nor does an empty header', '', '10.0.0.1'],
  ['nor none', null, '10.0.0.1'],
])('%s', (_what, forwarded, expected) => {
  expect(of('10.0.0.1', forwarded)).toBe(expected)
})

test('without a socket nobody is believed', () => {
  expect(of(null, '203.0.113.7')).toBe('unknown')
  expect(of(null, null)).toBe('unknown')
})
