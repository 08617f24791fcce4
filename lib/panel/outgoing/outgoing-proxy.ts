import { isIP } from 'node:net'

import { type AllowedNetworks, hostOf, portOf, readNetworkEntries } from './allowed-networks'

export type ProxyAddress = {
  /** Includes its credentials: never logged, never shown. */
  readonly url: URL
  /** Without credentials. */
  readonly shown: string
}

export type OutgoingProxy = {
  /** Undefined: a direct connection. */
  readonly proxyFor: (target: URL) => ProxyAddress | undefined
  /** Undefined without a proxy. */
  readonly shown: string | undefined
}

export const NO_PROXY: OutgoingProxy = { proxyFor: () => undefined, shown: undefined }

/** `http://proxy.corp:3128`, `https://user:password@proxy.corp`, or `proxy.corp:3128`. Undefined for anything else. */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const full = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  const isBareOrigin = url.hostname !== '' && url.pathname === '/' && url.search === '' && url.hash === ''
  if (!['http:', 'https:'].includes(url.protocol) || !isBareOrigin || !isDecodable(url)) return undefined
  return { url, shown: `${url.protocol}//${hostname(url)}:${portOf(url)}` }
}

const hostname = (url: URL): string => url.hostname
const isDecodable = ({ username, password }: URL): boolean => {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** True for destinations that do not use the proxy. */
export type Bypass = (host: string, port: number) => boolean

/**
 * `NO_PROXY`: hosts including subdomains (`example.com`, `.example.com`, `*.example.com`), addresses and networks, each
 * with a port or for any, separated by commas or blanks; `*` for everything. Undefined when an entry is invalid.
 */
export function readBypass(text: string): Bypass | undefined {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.includes('*')) return () => true
  const networks = readNetworkEntries(entries.map((entry) => entry.replace(/^\*?\./, '')))
  return networks && ((host, port) => matchesHost(networks, host, port))
}

function matchesHost(networks: AllowedNetworks, host: string, port: number): boolean {
  if (isIP(host) !== 0) return networks.hasAddress(host, port)
  const labels = host.split('.')
  return labels.some((_, index) => networks.hasHost(labels.slice(index).join('.'), port))
}

type ProxyAddresses = {
  readonly https: ProxyAddress | undefined
  readonly http: ProxyAddress | undefined
  readonly bypass: Bypass | undefined
}

/** Connections to this machine never use a proxy. */
export function outgoingProxyOf({ https, http, bypass }: ProxyAddresses): OutgoingProxy {
  if (!https && !http) return NO_PROXY
  const shown = [...new Set([https, http].flatMap((each) => (each ? [each.shown] : [])))].join(', ')
  const proxyFor = (target: URL) => {
    const [host, port] = [hostOf(target).toLowerCase().replace(/\.$/, ''), portOf(target)]
    if (isLoopback(host) || bypass?.(host, port) === true) return undefined
    return target.protocol === 'http:' ? http : https
  }
  return { proxyFor, shown }
}

const isLoopback = (host: string): boolean => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|::1)$/.test(host)
