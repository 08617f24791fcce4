import { BlockList, isIP, isIPv6 } from 'node:net'

/** Set by scripts/serve.mjs, which overwrites the client's value: the address of the socket. */
export const SOCKET_HEADER = 'x-panel-socket'

/** Addresses and networks whose information about a client is trusted. */
export type TrustedProxies = { readonly has: (address: string) => boolean }

export const NO_PROXIES: TrustedProxies = { has: () => false }

type Family = 'ipv4' | 'ipv6'
const BITS = { ipv4: 32, ipv6: 128 } as const
const BITS_OF_MAPPED = 96

const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Normalises an address, IPv4 in IPv6 to IPv4; undefined if it is invalid. A zone (`%eth0`) is not allowed. */
export function toAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  if (!isIPv6(text)) return text
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical)
  return mapped ? toIpv4(mapped[1] ?? '', mapped[2] ?? '') : canonical
}

const toIpv4 = (...groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [Math.floor(group / 256), group % 256])
    .join('.')

/**
 * A comma-separated list of addresses and networks (`10.0.0.7, 192.168.0.0/16, fd00::/8`). Undefined if an item is
 * neither. An IPv4 network in IPv6 notation becomes an IPv4 network; one larger than all of IPv4 is refused, because it
 * would trust every client.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  // One list per family: an IPv6 network that begins with zeros would also contain all of IPv4.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of text.split(',').map((each) => each.trim())) {
    const network = readNetwork(entry)
    if (network === undefined) return undefined
    lists[network.family].addSubnet(network.address, network.bits, network.family)
  }
  return {
    has: (address) => {
      const normalised = toAddress(address)
      return normalised !== undefined && lists[familyOf(normalised)].check(normalised, familyOf(normalised))
    },
  }
}

type Network = { readonly address: string; readonly bits: number; readonly family: Family }

function readNetwork(entry: string): Network | undefined {
  const [, host = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = toAddress(host)
  if (address === undefined) return undefined
  const family = familyOf(address)
  const prefixLength = size === undefined ? undefined : Number(size)
  const isMapped = family === 'ipv4' && isIPv6(host)
  const bits = prefixLength === undefined ? BITS[family] : prefixLength - (isMapped ? BITS_OF_MAPPED : 0)
  return bits >= 1 && bits <= BITS[family] ? { address, bits, family } : undefined
}

/** Notations of proxies: `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711`, `2001:db8::1`. */
function readHop(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1]
  return toAddress(bracketed ?? withPort ?? text)
}

type ClientAddressInput = {
  readonly peer: string | undefined
  /** X-Forwarded-For. */
  readonly forwarded: string | null | undefined
  readonly trusted: TrustedProxies
}

/**
 * The address of the client. X-Forwarded-For is read from its end, where the nearest proxy writes: each trusted address
 * is one of our proxies, and the first other one is the client. An invalid address stops the search at the last valid
 * one, because no trusted proxy wrote it. `unknown` without a socket.
 */
export function clientOf({ peer, forwarded, trusted }: ClientAddressInput): string {
  let client = peer === undefined ? undefined : toAddress(peer)
  if (client === undefined) return 'unknown'
  for (const hop of (forwarded ?? '').split(',').reverse()) {
    if (!trusted.has(client)) return client
    const address = readHop(hop.trim())
    if (address === undefined) return client
    client = address
  }
  return client
}

const GROUPS_OF_NETWORK = 4

/**
 * The group by which limits count: an IPv4 address, or the /64 of an IPv6 address, because a client usually controls
 * all of it.
 */
export function toAddressGroup(address: string): string {
  const normalised = toAddress(address)
  if (normalised === undefined || !isIPv6(normalised)) return normalised ?? address
  const [head = '', tail] = normalised.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = tail === undefined ? before : [...before, ...between, ...after]
  return `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}
