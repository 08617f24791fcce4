import { describe, expect, it } from 'vitest'

import { clientOf, NO_PROXIES, readTrustedProxies, toAddress, toAddressGroup } from './addresses'

const readProxies = (text: string) => {
  const trusted = readTrustedProxies(text)
  if (!trusted) throw new Error(`${text} is not a list`)
  return trusted
}

describe('a list of trusted proxies', () => {
  it.each([
    ['10.0.0.7', '10.0.0.7', true],
    ['10.0.0.7', '10.0.0.8', false],
    ['10.0.0.7', '::ffff:10.0.0.7', true],
    ['10.0.0.7', '::FFFF:0a00:0007', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '::ffff:10.1.1.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
    ['::ffff:10.0.0.7', '10.0.0.7', true],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['::1', '::1', true],
    ['::1', '127.0.0.1', false],
    [' 10.0.0.7 , fd00::/8,192.168.0.0/16 ', '192.168.4.4', true],
    ['10.0.0.0/8', 'nonsense', false],
    // It contains every IPv4 address in IPv6 notation, and no address in IPv4 notation.
    ['::/8', '8.8.8.8', false],
    ['::/8', '::ffff:8.8.8.8', false],
  ])('%s contains %s: %s', (text, address, has) => {
    expect(readProxies(text).has(address)).toBe(has)
  })

  it.each([
    'nonsense',
    '10.0.0.7,',
    '',
    '10.0.0',
    '192.168.1',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    // All of IPv4, by a prefix length that was meant for an address of four bytes.
    '::ffff:10.0.0.0/8',
    'fd00::/129',
    '10.0.0.0/x',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    'proxy.internal',
    '10.0.0.7 10.0.0.8',
    '010.0.0.7',
  ])('"%s" is invalid', (text) => {
    expect(readTrustedProxies(text)).toBeUndefined()
  })
})

describe('the client address', () => {
  const trusted = readProxies('10.0.0.0/8, 203.0.113.0/24, fd00::/8')
  const clientAddress = (peer: string | undefined, forwarded: string | null) => clientOf({ peer, forwarded, trusted })

  it.each([
    ['the client that the proxy named', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['the last address that is not a trusted proxy', '10.0.0.1', '198.51.100.1, 198.51.100.2', '198.51.100.2'],
    ['behind two trusted proxies', '10.0.0.1', '1.2.3.4, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    ['only trusted proxies: the farthest', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['with a port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['in brackets', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['in brackets with a port', '10.0.0.1', '[2001:DB8::1]:443', '2001:db8::1'],
    ['plain IPv6', '10.0.0.1', '2001:db8:0:0::1', '2001:db8::1'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['surrounding spaces are ignored', 'fd00::5', '  198.51.100.1  ', '198.51.100.1'],
    ['no header', '10.0.0.1', null, '10.0.0.1'],
    ['an empty header', '10.0.0.1', '', '10.0.0.1'],
    ['an empty hop: the proxy', '10.0.0.1', '198.51.100.1,', '10.0.0.1'],
    ['text: the proxy', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['markup behind a good hop: the good one', '10.0.0.1', '<b>x</b>, 203.0.113.9', '203.0.113.9'],
    ['a number with too many parts', '10.0.0.1', '198.51.100.1.7', '10.0.0.1'],
    ['an invalid port', '10.0.0.1', '198.51.100.1:x', '10.0.0.1'],
  ])('is correct for: %s', (...[, peer, forwarded, client]) => {
    expect(clientAddress(peer, forwarded)).toBe(client)
  })

  it.each(['198.51.100.9', '::1', '127.0.0.1', '192.168.1.1'])(
    'is the peer’s own address if %s is not a trusted proxy',
    (peer) => {
      expect(clientAddress(peer, '1.2.3.4')).toBe(peer)
    },
  )

  it('is the peer’s address if no proxy is trusted', () => {
    expect(clientOf({ peer: '10.0.0.1', forwarded: '1.2.3.4', trusted: NO_PROXIES })).toBe('10.0.0.1')
  })

  it.each([undefined, 'unknown', ''])('is unknown without a valid socket address: %s', (peer) => {
    expect(clientAddress(peer, '1.2.3.4')).toBe('unknown')
  })
})

it.each([
  ['198.51.100.1', '198.51.100.1'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['unknown', 'unknown'],
])('rate limits count %s as %s', (address, group) => {
  expect(toAddressGroup(address)).toBe(group)
})

it.each(['198.51.100.1 ', "1.1.1.1'", 'fe80::1%eth0', '[::1]', 'x', ''])('"%s" is an invalid address', (text) => {
  expect(toAddress(text)).toBeUndefined()
})
