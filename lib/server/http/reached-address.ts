import 'server-only'
import { getRuntime } from '../runtime'

/**
 * Written by the door (`lib/server/door`) over whatever the client sent. Next itself fills in what no proxy said, so that the pages
 * cannot tell it from what a proxy said.
 */
export const WAY_HEADER = 'x-panel-way'
/** `X-Forwarded-Proto` of a trusted proxy, or that a proxy said something and is not in TRUSTED_PROXIES. */
export type Way = 'https' | 'http' | 'unbelieved'

/**
 * `host`, `scheme`: the request came to another host, or by another scheme, than PANEL_URL has, so that a sign-in would be refused.
 * `proxy`: a proxy that is not in TRUSTED_PROXIES stands in front.
 */
export type AddressProblem = 'host' | 'scheme' | 'proxy'

export type ReachedAddress = {
  readonly panelUrl: string | undefined
  /** As the browser or a trusted proxy named it. */
  readonly host: string
  readonly problem: AddressProblem | undefined
}

export function reachedAddress(headers: Headers): ReachedAddress {
  const { panelUrl } = getRuntime().env
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? ''
  return { panelUrl, host, problem: problemOf(panelUrl, host, headers) }
}

function problemOf(panelUrl: string | undefined, host: string, headers: Headers): AddressProblem | undefined {
  const way = headers.get(WAY_HEADER)
  if (panelUrl !== undefined) {
    const scheme = schemeOf(way, host, headers)
    const reached = `${scheme ?? schemeIn(panelUrl)}://${host}`
    if (hostIn(reached) !== hostIn(panelUrl)) return 'host'
    if (schemeIn(reached) !== schemeIn(panelUrl)) return 'scheme'
  }
  return way === 'unbelieved' ? 'proxy' : undefined
}

/**
 * Undefined: nobody says. Browsers name the kind of a request (`Sec-Fetch-Mode`) over TLS and to the machine itself alone, so that a
 * proxy that speaks TLS and says nothing is not taken for one that speaks none.
 */
function schemeOf(way: string | null, host: string, headers: Headers): 'https' | 'http' | undefined {
  if (way === 'https' || way === 'http') return way
  if (headers.has('sec-fetch-mode') && !isLoopback(host)) return 'https'
  return way === 'unbelieved' ? undefined : 'http'
}

const isLoopback = (host: string): boolean => /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i.test(host)
const schemeIn = (url: string): string => url.slice(0, url.indexOf(':'))
/** With its port, unless that is the scheme's own. */
const hostIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

const SAID_AGAIN_MS = 10 * 60_000
const MAX_HOST = 255
const saidAt = new Map<AddressProblem, number>()

const words: Readonly<Record<AddressProblem, string>> = {
  host: 'the sign-in page was opened at a host that is not the one of PANEL_URL: open PANEL_URL, or let the proxy pass on Host',
  scheme:
    'the sign-in page was opened by another scheme than PANEL_URL has: open PANEL_URL; a proxy that speaks TLS has to send X-Forwarded-Proto and to stand in TRUSTED_PROXIES',
  proxy:
    'a proxy is in front that is not in TRUSTED_PROXIES: what it says is not believed, and everybody has its address',
}

/** For the operator: a line for each kind, at most one in ten minutes. */
export function noteAddressProblem({ panelUrl, host, problem }: ReachedAddress, peer: string, now = Date.now()): void {
  if (problem === undefined || now - (saidAt.get(problem) ?? -Infinity) < SAID_AGAIN_MS) return
  saidAt.set(problem, now)
  getRuntime().log.warn({ problem, host: host.slice(0, MAX_HOST), panelUrl: panelUrl ?? null, peer }, words[problem])
}
