import 'server-only'
import { getRuntime } from '../runtime'

/**
 * Set by the gateway (`lib/server/gateway`), overwriting whatever the client sent. Next fills in missing forwarding
 * headers, so pages cannot tell them from those of a proxy.
 */
export const REACHED_BY_HEADER = 'x-panel-way'
/** `X-Forwarded-Proto` of a trusted proxy; `untrusted` when a proxy that is not in TRUSTED_PROXIES sent headers. */
export type ReachedBy = 'https' | 'http' | 'untrusted'

/**
 * `host`, `scheme`: the request came to another host or by another scheme than PANEL_URL has, so a sign-in would be
 * refused. `proxy`: a proxy that is not in TRUSTED_PROXIES is in front.
 */
export type AddressProblem = 'host' | 'scheme' | 'proxy'

export type ReachedAddress = {
  readonly panelUrl: string | undefined
  /** According to the browser or a trusted proxy. */
  readonly host: string
  readonly problem: AddressProblem | undefined
}

export function reachedAddress(headers: Headers): ReachedAddress {
  const { panelUrl } = getRuntime().env
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? ''
  return { panelUrl, host, problem: problemOf(panelUrl, host, headers) }
}

function problemOf(panelUrl: string | undefined, host: string, headers: Headers): AddressProblem | undefined {
  const reachedBy = headers.get(REACHED_BY_HEADER)
  if (panelUrl !== undefined) {
    const scheme = schemeOf(reachedBy, host, headers)
    const reached = `${scheme ?? schemeIn(panelUrl)}://${host}`
    if (hostIn(reached) !== hostIn(panelUrl)) return 'host'
    if (schemeIn(reached) !== schemeIn(panelUrl)) return 'scheme'
  }
  return reachedBy === 'untrusted' ? 'proxy' : undefined
}

/**
 * Undefined when unknown. Browsers send `Sec-Fetch-Mode` only over TLS and to the local machine, so it reveals a TLS
 * proxy that sends no forwarding headers.
 */
function schemeOf(reachedBy: string | null, host: string, headers: Headers): 'https' | 'http' | undefined {
  if (reachedBy === 'https' || reachedBy === 'http') return reachedBy
  if (headers.has('sec-fetch-mode') && !isLoopback(host)) return 'https'
  return reachedBy === 'untrusted' ? undefined : 'http'
}

const isLoopback = (host: string): boolean => /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i.test(host)
const schemeIn = (url: string): string => url.slice(0, url.indexOf(':'))
/** Includes the port unless it is the scheme's default. */
const hostIn = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

const LOG_INTERVAL_MS = 10 * 60_000
const MAX_HOST = 255
const loggedAt = new Map<AddressProblem, number>()

const messages: Readonly<Record<AddressProblem, string>> = {
  host: 'the sign-in page was opened at a host that is not the one of PANEL_URL: open PANEL_URL, or let the proxy pass on Host',
  scheme:
    'the sign-in page was opened by another scheme than PANEL_URL has: open PANEL_URL; a proxy that speaks TLS has to send X-Forwarded-Proto and to be listed in TRUSTED_PROXIES',
  proxy:
    'a proxy that is not in TRUSTED_PROXIES forwards requests: its headers are ignored, and all clients have its address',
}

/** Logs a line for the operator, at most one per kind in ten minutes. */
export function noteAddressProblem({ panelUrl, host, problem }: ReachedAddress, peer: string, now = Date.now()): void {
  if (problem === undefined || now - (loggedAt.get(problem) ?? -Infinity) < LOG_INTERVAL_MS) return
  loggedAt.set(problem, now)
  getRuntime().log.warn({ problem, host: host.slice(0, MAX_HOST), panelUrl: panelUrl ?? null, peer }, messages[problem])
}
