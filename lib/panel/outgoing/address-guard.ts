import { type LookupAddress, type LookupOptions, lookup as resolveName, promises } from 'node:dns'
import { type LookupFunction, isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

import type { AddressFault } from '@/lib/features/deliveries/domain/delivery-errors'

import { type AllowedNetworks, hostOf, portOf } from './allowed-networks'
import { embeddedIn } from './embedded-addresses'
import type { OutgoingProxy, ProxyAddress } from './outgoing-proxy'

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

const MAX_URL_LENGTH = 2000
/** Ports of services that may interpret an HTTP request as commands, or that never receive webhooks. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 3306, 3389, 5432, 5900, 5984, 6000, 6379, 6443, 6667, 8500, 9042, 9200, 10_250,
  11_211, 27_017,
])
const HTTPS_PORT = 443
const FIRST_FREE_PORT = 1024

/** Azure serves instance metadata here, although the address is public. */
const METADATA = new Set(['168.63.129.16'])
/** All global unicast addresses of IPv6; the rest is private, local or unassigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet: not private, shared or reserved. An address that maps to an IPv4
 * address through a translator or a tunnel (NAT64, 6to4, Teredo) is judged by that address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  const embedded = embeddedIn(address)
  if (embedded) return embedded.length > 0 && embedded.every((each) => isPublicAddress(each.toString()))
  if (address.range() !== 'unicast' || METADATA.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}

export type CheckedAddress = { readonly url: URL } | { readonly fault: AddressFault }

/** Checks an address without a name server. Without TLS it is accepted only when the operator allows it. */
export function readEndpoint(text: string, allowed: AllowedNetworks): CheckedAddress {
  const url = text.length <= MAX_URL_LENGTH && URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '') return { fault: 'not_an_address' }
  if (url.username !== '' || url.password !== '') return { fault: 'credentials' }
  const fault = isAllowedEndpoint(url, allowed) ? faultOfAllowed(url) : faultOf(url)
  if (fault !== undefined) return { fault }
  url.hash = ''
  return { url }
}

const faultOfAllowed = ({ protocol }: URL): AddressFault | undefined =>
  protocol === 'https:' || protocol === 'http:' ? undefined : 'not_https'

function faultOf(url: URL): AddressFault | undefined {
  if (url.protocol !== 'https:') return 'not_https'
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'private_address'
  return isUsualPort(portOf(url)) ? undefined : 'port'
}

const isUsualPort = (port: number): boolean =>
  port === HTTPS_PORT || (port >= FIRST_FREE_PORT && !REFUSED_PORTS.has(port))

const isAllowedEndpoint = (url: URL, allowed: AllowedNetworks): boolean =>
  allowed.hasHost(hostOf(url), portOf(url)) || allowed.hasAddress(hostOf(url), portOf(url))

/** Resolves names; the system's resolver outside tests. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Checks on outgoing connections: allowed networks, the proxy in use, and how names are resolved. */
export type Guard = {
  readonly allowed: AllowedNetworks
  /** Absent: no proxy. */
  readonly proxy?: OutgoingProxy | undefined
  readonly resolve?: Resolve | undefined
}

const systemResolve: Resolve = (host, options, done) => resolveName(host, options, done)

/**
 * Resolves a name for a connection, so that the checked address is the one that is connected to. If any of several
 * addresses is not allowed, all are refused.
 */
export function guardedLookup(url: URL, { allowed, resolve = systemResolve }: Guard): LookupFunction {
  const port = portOf(url)
  const isNameAllowed = allowed.hasHost(hostOf(url), port)
  const mayConnect = ({ address }: LookupAddress) =>
    isNameAllowed || isPublicAddress(address) || allowed.hasAddress(address, port)
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) done(error ?? new AddressRefused('The name has no address'), '')
      else if (!addresses.every(mayConnect)) done(new AddressRefused('The address is not on the public internet'), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
}

/**
 * The proxy for an address; undefined: a direct connection with `guardedLookup`. The proxy resolves the name again, but
 * what this machine can resolve is checked anyway; names that it cannot resolve, as is usual behind a proxy, are
 * refused when they are local ones and otherwise left to the proxy. Addresses that the operator allows are connected to
 * directly. Throws `AddressRefused`.
 */
export async function guardedRoute(url: URL, guard: Guard): Promise<ProxyAddress | undefined> {
  const { allowed, proxy: { proxyFor } = { proxyFor: () => undefined } } = guard
  const proxy = proxyFor(url)
  const [host, port] = [hostOf(url), portOf(url)]
  if (!proxy || isAllowedEndpoint(url, allowed)) return undefined
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw new AddressRefused('The address is not on the public internet')
    return proxy
  }
  const addresses = await resolveBriefly(host, guard.resolve)
  if (addresses.length === 0) {
    if (LOCAL_NAME.test(host)) throw new AddressRefused('The name belongs to a local network')
    return proxy
  }
  if (addresses.some((each) => allowed.hasAddress(each, port))) return undefined
  if (!addresses.every(isPublicAddress)) throw new AddressRefused('The address is not on the public internet')
  return proxy
}

/** A single label, or a domain that is not in the public DNS (RFC 2606, 6762, 8375, and common use). */
const LOCAL_NAME =
  /^[^.]*\.?$|\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa)\.?$/i

/**
 * Asks name servers only, because the system's hosts file does not apply to the proxy. Empty when there is no answer in
 * time.
 */
async function resolveBriefly(host: string, resolve: Resolve | undefined): Promise<string[]> {
  if (resolve) {
    return new Promise((settle) => {
      resolve(host, { all: true }, (error, found) => settle(error ? [] : found.map(({ address }) => address)))
    })
  }
  const resolver = new promises.Resolver({ timeout: 1500, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** The same check before anything is sent, for errors that would stop every attempt. */
export async function resolveFault(url: URL, guard: Guard): Promise<AddressFault | undefined> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return undefined
  const faultOfError = (error: unknown) => (error instanceof AddressRefused ? 'private_address' : 'unknown_host')
  try {
    if (await guardedRoute(url, guard)) return undefined
  } catch (error) {
    return faultOfError(error)
  }
  return new Promise((settle) => {
    guardedLookup(url, guard)(host, { all: true }, (error) => settle(error ? faultOfError(error) : undefined))
  })
}
