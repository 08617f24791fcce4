import { isIP } from 'node:net'

import { type AllowedNetworks, hostOf, portOf, readPlaces } from './allowed-networks'

/** The proxy that a call goes through. */
export type ProxyAddress = {
  /** With its credentials, where it wants any: never logged, never shown. */
  readonly url: URL
  /** Without them. */
  readonly shown: string
}

/** Which calls of this installation go through a proxy, and through which. */
export type OutgoingProxy = {
  /** Undefined: straight to the target. */
  readonly of: (target: URL) => ProxyAddress | undefined
  /** Undefined where none is used. */
  readonly shown: string | undefined
}

export const NO_PROXY: OutgoingProxy = { of: () => undefined, shown: undefined }

/** `http://proxy.corp:3128`, `https://user:password@proxy.corp`, or `proxy.corp:3128`. Undefined for anything else. */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const full = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!URL.canParse(full)) return undefined
  const url = new URL(full)
  const isWhole = url.hostname !== '' && url.pathname === '/' && url.search === '' && url.hash === ''
  if (!['http:', 'https:'].includes(url.protocol) || !isWhole || !isDecodable(url)) return undefined
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

/** What is not to go through the proxy. */
export type Bypass = (host: string, port: number) => boolean

/**
 * `NO_PROXY`: hosts with all below them (`example.com`, `.example.com`, `*.example.com`), addresses and networks, each with a port or with
 * any, separated by commas or blanks; `*` for everything. Undefined when one of them is none of these.
 */
export function readBypass(text: string): Bypass | undefined {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  if (entries.includes('*')) return () => true
  const places = readPlaces(entries.map((entry) => entry.replace(/^\*?\./, '')))
  return places && ((host, port) => isAmong(places, host, port))
}

function isAmong(places: AllowedNetworks, host: string, port: number): boolean {
  if (isIP(host) !== 0) return places.hasAddress(host, port)
  const labels = host.split('.')
  return labels.some((_, index) => places.hasHost(labels.slice(index).join('.'), port))
}

type Given = {
  readonly https: ProxyAddress | undefined
  readonly http: ProxyAddress | undefined
  readonly bypass: Bypass | undefined
}

/** What stays on this machine never goes through a proxy. */
export function outgoingProxyOf({ https, http, bypass }: Given): OutgoingProxy {
  if (!https && !http) return NO_PROXY
  const shown = [...new Set([https, http].flatMap((each) => (each ? [each.shown] : [])))].join(', ')
  const of = (target: URL) => {
    const [host, port] = [hostOf(target).toLowerCase().replace(/\.$/, ''), portOf(target)]
    if (isLoopback(host) || bypass?.(host, port) === true) return undefined
    return target.protocol === 'http:' ? http : https
  }
  return { of, shown }
}

const isLoopback = (host: string): boolean => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|::1)$/.test(host)
