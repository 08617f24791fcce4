import { BlockList, isIP, isIPv6 } from 'node:net'

/** Written by scripts/serve.mjs over whatever the client sent: the address of the socket. */
export const SOCKET_HEADER = 'x-panel-socket'

/** Whose word about a client is believed: single addresses and networks. */
export type TrustedProxies = { readonly has: (address: string) => boolean }

export const NO_PROXIES: TrustedProxies = { has: () => false }

type Family = 'ipv4' | 'ipv6'
const BITS = { ipv4: 32, ipv6: 128 } as const
const BITS_OF_MAPPED = 96

const familyOf = (address: string): Family => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** An address in one spelling, IPv4 in IPv6 as IPv4; undefined for what is none. A zone (`%eth0`) is part of no address here. */
export function toAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  if (!isIPv6(text)) return text
  const spelled = new URL(`http://[${text}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(spelled)
  return mapped ? toIpv4(mapped[1] ?? '', mapped[2] ?? '') : spelled
}

const toIpv4 = (...groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [Math.floor(group / 256), group % 256])
    .join('.')

/**
 * A list of addresses and networks, separated by commas (`10.0.0.7, 192.168.0.0/16, fd00::/8`). Undefined when one of them is
 * neither. A network of IPv4 written in IPv6 is that of IPv4, and one that is larger than all of IPv4 is refused: it would trust
 * everybody.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  // One for each: a network of IPv6 that begins with noughts would hold all of IPv4 too.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of text.split(',').map((each) => each.trim())) {
    const network = readNetwork(entry)
    if (network === undefined) return undefined
    lists[network.family].addSubnet(network.address, network.bits, network.family)
  }
  return {
    has: (address) => {
      const known = toAddress(address)
      return known !== undefined && lists[familyOf(known)].check(known, familyOf(known))
    },
  }
}

type Network = { readonly address: string; readonly bits: number; readonly family: Family }

function readNetwork(entry: string): Network | undefined {
  const [, host = '', size] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = toAddress(host)
  if (address === undefined) return undefined
  const family = familyOf(address)
  const given = size === undefined ? undefined : Number(size)
  const isMapped = family === 'ipv4' && isIPv6(host)
  const bits = given === undefined ? BITS[family] : given - (isMapped ? BITS_OF_MAPPED : 0)
  return bits >= 1 && bits <= BITS[family] ? { address, bits, family } : undefined
}

/** As proxies write it: `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::1]`, `[2001:db8::1]:4711`, `2001:db8::1`. */
function readHop(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1]
  return toAddress(bracketed ?? withPort ?? text)
}

type Way = {
  /** Address of the socket. */
  readonly peer: string | undefined
  /** X-Forwarded-For. */
  readonly forwarded: string | null | undefined
  readonly trusted: TrustedProxies
}

/**
 * Who is asking. X-Forwarded-For is read from its end, where the nearest proxy writes: each address that is trusted stands for a
 * proxy of ours, the first other one is the client. What is no address ends the walk at the last that was one, because nobody
 * whom we trust wrote it. `unknown` without a socket.
 */
export function clientOf({ peer, forwarded, trusted }: Way): string {
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

/** What limits count by: an IPv4 address, of IPv6 the /64, of which whoever has one address has them all. */
export function toAddressGroup(address: string): string {
  const known = toAddress(address)
  if (known === undefined || !isIPv6(known)) return known ?? address
  const [head = '', tail] = known.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const between = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = tail === undefined ? before : [...before, ...between, ...after]
  return `${groups.slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}
