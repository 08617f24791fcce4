import ipaddr from 'ipaddr.js'

import { translatedIn } from './embedded-addresses'

/** Without the brackets of IPv6, as used for connections. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
export const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port))

/**
 * Private destinations that the operator allows for channels: hosts, addresses and networks, each with a port or for
 * any port.
 */
export type AllowedNetworks = {
  readonly hasHost: (host: string, port: number) => boolean
  readonly hasAddress: (address: string, port: number) => boolean
}

export const NO_NETWORKS: AllowedNetworks = { hasHost: () => false, hasAddress: () => false }

type Entry = { readonly port: number | undefined } & (
  | { readonly host: string }
  | { readonly network: ReturnType<typeof ipaddr.parseCIDR> }
)

/** `hooks.internal:8443, 10.0.0.0/8, 127.0.0.1:4170, [fd00::1]:8080, fd00::/8`. Undefined when an entry is invalid. */
export const readAllowedNetworks = (text: string): AllowedNetworks | undefined => readNetworkEntries(text.split(','))

/** The same for entries that are already split. */
export function readNetworkEntries(texts: readonly string[]): AllowedNetworks | undefined {
  const entries = texts.map((each) => readEntry(each.trim().toLowerCase()))
  if (!entries.every((each) => each !== undefined)) return undefined
  const entriesForPort = (port: number) => entries.filter((each) => each.port === undefined || each.port === port)
  return {
    hasHost: (host, port) => entriesForPort(port).some((each) => 'host' in each && each.host === host.toLowerCase()),
    hasAddress: (address, port) => {
      const ipAddress = ipaddr.isValid(address) ? translatedIn(ipaddr.parse(address)) : undefined
      return (
        ipAddress !== undefined &&
        entriesForPort(port).some((each) => 'network' in each && isIn(ipAddress, each.network))
      )
    },
  }
}

const isIn = (address: ReturnType<typeof ipaddr.parse>, network: ReturnType<typeof ipaddr.parseCIDR>): boolean =>
  address.kind() === network[0].kind() && address.match(network)

const HOST = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/

function readEntry(text: string): Entry | undefined {
  const [, bracketed, bareHost = '', digits] =
    /^(?:\[([^\]]+)\]|([^[\]]*?))(?::(\d{1,5}))?$/.exec(withBrackets(text)) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  const destination = destinationIn(bracketed ?? bareHost)
  return destination && { ...destination, port }
}

function destinationIn(text: string) {
  const network = readNetwork(text)
  if (network) return { network }
  // A malformed address is not a host name either.
  return HOST.test(text) && !/^[\d.]+$/.test(text) ? { host: text } : undefined
}

/** An IPv6 address without brackets contains colons. */
const withBrackets = (text: string): string => (/^[^[]*:[^[]*:/.test(text) ? `[${text}]` : text)

function readNetwork(destination: string) {
  try {
    if (destination.includes('/')) return ipaddr.parseCIDR(destination)
    if (!ipaddr.IPv4.isValidFourPartDecimal(destination) && !ipaddr.IPv6.isValid(destination)) return undefined
    const address = ipaddr.process(destination)
    return ipaddr.parseCIDR(`${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`)
  } catch {
    return undefined
  }
}
