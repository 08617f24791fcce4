import type { LookupAddress } from 'node:dns'

import { describe, expect, it } from 'vitest'

import { guardedLookup, isPublicAddress, readEndpoint, resolveFault } from './address-guard'
import { NO_NETWORKS, readAllowedNetworks } from './allowed-networks'
import { post } from './post'

const resolverFor =
  (...addresses: string[]) =>
  (_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('delivery address validation', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/',
    'https://100.64.0.1/',
    'https://100.100.100.200/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b::a83f:8110]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[64:ff9b:1:a00:0:100:2201:203]/',
    'https://[64:ff9b:2::2201:203]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a00:1::1]/',
    'https://[2001:0:a00:1::ddfe:fdfc]/',
    'https://[2001:0:2201:203::f5ff:fffe]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
    'https://[4000::1]/',
    'https://[2001:db8::1]/',
    'https://①②⑦.⓪.⓪.①/',
  ])('rejects the private address %s', (url) => {
    expect(readEndpoint(url, NO_NETWORKS)).toEqual({ fault: 'private_address' })
  })

  it.each([
    ['http://example.com/', 'not_https'],
    ['ftp://example.com/', 'not_https'],
    ['file:///etc/passwd', 'not_an_address'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://user@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:5432/', 'port'],
    ['https://', 'not_an_address'],
    ['', 'not_an_address'],
    [`https://example.com/${'a'.repeat(2000)}`, 'not_an_address'],
  ])('rejects %s as %s', (url, fault) => {
    expect(readEndpoint(url, NO_NETWORKS)).toEqual({ fault })
  })

  it('accepts public addresses', () => {
    for (const url of ['https://example.com/hook?a=1', 'https://8.8.8.8/', 'https://[2606:4700::1]:8443/']) {
      expect(readEndpoint(url, NO_NETWORKS)).toHaveProperty('url')
    }
    expect([isPublicAddress('8.8.8.8'), isPublicAddress('fe80::1%eth0'), isPublicAddress('host')]).toEqual([
      true,
      false,
      false,
    ])
  })

  // Case D05 of lib/testing/cases/README.md
  describe('IPv6 addresses that contain an IPv4 address', () => {
    it.each([
      ['NAT64', '64:ff9b::2201:203'],
      ['NAT64 with the local prefix', '64:ff9b:1::2201:203'],
      ['mapped', '::ffff:34.1.2.3'],
      ['6to4', '2002:2201:203::1'],
      ['Teredo', '2001:0:2201:203::ddfe:fdfc'],
    ])('are judged by the embedded IPv4 address: %s', async (_kind, address) => {
      expect(isPublicAddress(address)).toBe(true)
      const url = new URL('https://hooks.slack.example.test/')
      expect(
        await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor('34.1.2.3', address) }),
      ).toBeUndefined()
      expect(readEndpoint(`https://[${address}]/`, NO_NETWORKS)).toHaveProperty('url')
    })

    it.each(['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1'])(
      'are rejected if the embedded address is private: %s',
      async (address) => {
        expect(isPublicAddress(address)).toBe(false)
        const url = new URL('https://hooks.slack.example.test/')
        expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor('34.1.2.3', address) })).toBe(
          'private_address',
        )
      },
    )
  })

  it('rejects a name if one of its addresses is private', async () => {
    const url = new URL('https://mixed.example.test/')
    expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor('8.8.8.8', '10.0.0.1') })).toBe(
      'private_address',
    )
    expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor('8.8.8.8', '::ffff:10.0.0.1') })).toBe(
      'private_address',
    )
    expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor() })).toBe('private_address')
    expect(await resolveFault(url, { allowed: NO_NETWORKS, resolve: resolverFor('8.8.8.8') })).toBeUndefined()
    expect(await resolveFault(new URL('https://localhost/'), { allowed: NO_NETWORKS })).toBe('private_address')
  })

  it('is repeated when connecting, with the address resolved then', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const resolve = (host: string, options: object, done: Parameters<ReturnType<typeof resolverFor>>[2]) =>
      resolverFor(...(answers.shift() ?? []))(host, options, done)
    const url = 'https://rebinds.example.test/'
    expect(await resolveFault(new URL(url), { allowed: NO_NETWORKS, resolve })).toBeUndefined()
    const posted = await post({ url, headers: {}, body: '{}', allowed: NO_NETWORKS, resolve })
    expect(posted).toMatchObject({ error: 'private_address', status: null })
  })

  it('returns the same addresses that it checked', () => {
    const results: unknown[] = []
    const lookup = guardedLookup(new URL('https://a.example.test/'), {
      allowed: NO_NETWORKS,
      resolve: resolverFor('8.8.8.8', '1.1.1.1'),
    })
    lookup('a.example.test', { all: true }, (_error, addresses) => results.push(addresses))
    lookup('a.example.test', {}, (_error, address) => results.push(address))
    expect(results).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '1.1.1.1', family: 4 },
      ],
      '8.8.8.8',
    ])
  })
})

describe('networks allowed by the operator', () => {
  const allowed = readAllowedNetworks('127.0.0.1:4170, 10.0.0.0/8, hooks.internal:8443, [fd00::1]:8080, fd12::/16')!

  it('are matched by address and port', () => {
    expect(readEndpoint('http://127.0.0.1:4170/', allowed)).toHaveProperty('url')
    expect(readEndpoint('http://127.0.0.1:4171/', allowed)).toEqual({ fault: 'not_https' })
    expect(readEndpoint('https://127.0.0.1:4171/', allowed)).toEqual({ fault: 'private_address' })
    expect(readEndpoint('https://10.9.8.7:22/', allowed)).toHaveProperty('url')
    expect(readEndpoint('https://[fd00::1]:8080/', allowed)).toHaveProperty('url')
    expect(readEndpoint('https://[fd00::1]:8081/', allowed)).toEqual({ fault: 'private_address' })
    expect(readEndpoint('https://[fd12:3::1]/', allowed)).toHaveProperty('url')
    expect(readEndpoint('https://[::ffff:10.0.0.1]/', allowed)).toHaveProperty('url')
    expect(readEndpoint('https://[64:ff9b::a00:1]/', allowed)).toHaveProperty('url')
  })

  it('are matched by name, and by the address that a name resolves to', async () => {
    const inside = resolverFor('192.168.7.7')
    expect(await resolveFault(new URL('https://hooks.internal:8443/'), { allowed, resolve: inside })).toBeUndefined()
    expect(await resolveFault(new URL('https://hooks.internal/'), { allowed, resolve: inside })).toBe('private_address')
    expect(
      await resolveFault(new URL('https://other.test/'), { allowed, resolve: resolverFor('10.1.1.1') }),
    ).toBeUndefined()
  })

  it.each(['', ',', 'a b', '10.0.0.0/33', '127.0.0.1:0', '127.0.0.1:70000', '1.2.3', 'https://a.test', '[::1'])(
    'cannot be %j',
    (text) => {
      expect(readAllowedNetworks(text)).toBeUndefined()
    },
  )
})
