import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'

import type { AddressFault } from '@/lib/domain/delivery/delivery-errors'

import type { AllowedNetworks } from './allowed-networks'
import { embeddedIn } from './embedded-addresses'

/** A receiver lies where nothing is sent to. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

const MAX_URL_LENGTH = 2000
/** Services that understand what looks like HTTP to them, or that nobody receives messages at. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 3306, 3389, 5432, 5900, 5984, 6000, 6379, 6443, 6667, 8500, 9042, 9200, 10_250,
  11_211, 27_017,
])
const HTTPS_PORT = 443
const FIRST_FREE_PORT = 1024

/** Azure answers machines about themselves here, though the address is a public one. */
const METADATA = new Set(['168.63.129.16'])
/** All that is handed out of IPv6; the rest is a machine's own, a network's own, or nobody's. */
const HANDED_OUT = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address is of the internet, by its own range: no own, private, shared or reserved one. One that leads to an IPv4 address
 * through a translator or a tunnel (NAT64, 6to4, Teredo) is judged by that address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%')) return false
  const address = ipaddr.parse(text)
  const embedded = embeddedIn(address)
  if (embedded) return embedded.length > 0 && embedded.every((each) => isPublicAddress(each.toString()))
  if (address.range() !== 'unicast' || METADATA.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(HANDED_OUT)
}

export type CheckedAddress = { readonly url: URL } | { readonly fault: AddressFault }

/** What can be said of an address without asking a name server. Without TLS only where the operator allows it. */
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

/** As it is connected to: without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port))

const isAllowedEndpoint = (url: URL, allowed: AllowedNetworks): boolean =>
  allowed.hasHost(hostOf(url), portOf(url)) || allowed.hasAddress(hostOf(url), portOf(url))

/** How names are resolved: the system's way unless a test says otherwise. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const bySystem: Resolve = (host, options, done) => resolveName(host, options, done)

/**
 * Resolves a name for the connection that is made with what it says: the address that was checked is the one that is connected to.
 * One that may not be connected to, among several, refuses them all.
 */
export function guardedLookup(url: URL, allowed: AllowedNetworks, resolve: Resolve = bySystem): LookupFunction {
  const port = portOf(url)
  const isNameAllowed = allowed.hasHost(hostOf(url), port)
  const mayConnect = ({ address }: LookupAddress) =>
    isNameAllowed || isPublicAddress(address) || allowed.hasAddress(address, port)
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) done(error ?? new AddressRefused('The name has no address'), '')
      else if (!addresses.every(mayConnect)) done(new AddressRefused('The address is not one of the internet'), '')
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
}

/** The same question before anything is sent: a fault that would stop every attempt. */
export function resolveFault(url: URL, allowed: AllowedNetworks, resolve?: Resolve): Promise<AddressFault | undefined> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return Promise.resolve(undefined)
  return new Promise((settle) => {
    guardedLookup(url, allowed, resolve)(host, { all: true }, (error) => {
      if (!error) settle(undefined)
      else settle(error instanceof AddressRefused ? 'private_address' : 'unknown_host')
    })
  })
}
