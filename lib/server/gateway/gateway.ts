import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { defaultLocale, type Locale, matchAcceptLanguage } from '@/lib/domain/format/locales'
import { clientOf, toAddressGroup, type TrustedProxies } from '@/lib/http/addresses'
import { bodyTooLarge, HttpError } from '@/lib/http/errors'
import { endSlowBody } from '@/lib/http/slow-bodies'
import en from '@/messages/en/common.json'
import pl from '@/messages/pl/common.json'

import { isOriginOfPanel } from '../http/panel-origin'
import { type ReachedBy, REACHED_BY_HEADER } from '../http/reached-address'
import { panelRouter, serviceRouter } from '../http/rows'
import { Callers, type FindUser } from './callers'
import { type ConcurrencyLimits, ConcurrencyLimiter, type QueueUser, type ReleaseSlot, FairShare } from './concurrency'
import { type Rate, Rates } from './rates'
import { exchangeSetupToken } from './setup-token'

const tooManyCalls = (seconds: number) =>
  new HttpError('too_many_calls', 'Too many calls at once; try again', { headers: { 'retry-after': `${seconds}` } })

const badOrigin = () => new HttpError('bad_origin', 'The form did not come from a page of this panel')

const lengthRequired = () => new HttpError('length_required', 'The body needs a Content-Length')

const texts: Readonly<Record<Locale, { readonly title: string; readonly text: string }>> = {
  pl: pl.tooMany,
  en: en.tooMany,
}

/** A document navigation, not a fetch of the router. */
const wantsPage = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true && headers['rsc'] === undefined && headers['next-action'] === undefined

/** Refuses a call before Next sees it. A browser gets a page that retries automatically. */
function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: HttpError): void {
  if (response.headersSent || response.destroyed) return
  const isPage = wantsPage(request)
  const headers = {
    ...refusal.headers,
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    ...(isPage && { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }),
  }
  response.writeHead(refusal.status, headers)
  response.end(isPage ? pageOf(request, refusal) : JSON.stringify({ detail: refusal.detail }))
}

function pageOf({ method, headers }: IncomingMessage, { headers: sent, message }: HttpError): string {
  const locale = matchAcceptLanguage(headers['accept-language'] ?? '') ?? defaultLocale
  const wait = sent['retry-after']
  const { title, text } = wait === undefined ? { title: message, text: '' } : texts[locale]
  const refreshTag = wait !== undefined && method === 'GET' ? `<meta http-equiv="refresh" content="${wait}">` : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${refreshTag}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`
}

/**
 * Data that the browser stored for the account. Not `cookies`, which would sign the person out of every other program
 * of the domain and drop language and theme.
 */
const CLEARED_DATA = '"cache", "storage"'

/** A response that removes the session cookie also clears the browser's stored data, for every kind of sign-out. */
function clearAtSignOut(response: ServerResponse, cookieName: string): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (...input: unknown[]) => {
    if (removesCookie(response.getHeader('set-cookie'), cookieName)) response.setHeader('clear-site-data', CLEARED_DATA)
    // Safe: the arguments are passed through unchanged.
    return writeHead(...(input as Parameters<typeof writeHead>))
  }
}

const removesCookie = (cookies: number | string | readonly string[] | undefined, name: string): boolean =>
  [cookies ?? []].flat().some((cookie) => {
    const [value = '', ...attributes] = String(cookie).split(';')
    return value === `${name}=` && attributes.some((each) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(each))
  })

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown
export type PageGateway = (request: IncomingMessage, response: ServerResponse, handle: Handle) => Promise<void>

export type GatewaySettings = {
  readonly trusted: TrustedProxies
  /** PANEL_URL. */
  readonly panelUrl: string | undefined
  readonly cookieName: string
  readonly findUser: FindUser
  /** Per user; an account has four times as much. */
  readonly rate: Rate
  /** Delay of a refusal in milliseconds, which slows down clients that retry at once. */
  readonly lateMs?: number
}

const WAIT_MS = 10_000
/** A browser has six connections at a time, and a page requests about a dozen things over HTTP/2. */
const CALLS: ConcurrencyLimits = { perUser: 8, perLane: 16, queuedPerUser: 48, queuedPerLane: 128, waitMs: WAIT_MS }
/** Files and streams take long. */
const LONG_CALLS: ConcurrencyLimits = { perUser: 6, perLane: 16, queuedPerUser: 24, queuedPerLane: 48, waitMs: WAIT_MS }
/** Callers without a session share the limits of their address. */
const ANONYMOUS_CALLS: ConcurrencyLimits = {
  perUser: 32,
  perLane: 32,
  queuedPerUser: 64,
  queuedPerLane: 64,
  waitMs: WAIT_MS,
}
const USERS_PER_ACCOUNT = 4
/** Long-polling calls, one per browser that shows a feed. They use no CPU and must not block other calls. */
const WAITING_CALLS: ConcurrencyLimits = {
  perUser: 4,
  perLane: 256,
  queuedPerUser: 8,
  queuedPerLane: 64,
  waitMs: WAIT_MS,
}

/** Forms have a few fields. Bodies of /api are limited where they are read. */
const MAX_FORM_BYTES = 64_000

const RETRY_AFTER_S = 2
const REFUSAL_DELAY_MS = 2000
const MAX_DELAYED = 1000

/** Exempt, because load balancers request it at any time. */
const HEALTH = '/api/health'
/**
 * Marks requests that passed this gateway. When a form's action redirects, Next requests that page with the form's
 * headers and forwarding headers of its own, which are not those of a proxy.
 */
const PASSED_HEADER = 'x-panel-passed'
const PASSED = randomUUID()
const REVERSE_PROXY_HEADERS = ['x-forwarded-host', 'x-forwarded-proto'] as const
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
] as const

/**
 * Handles every request before Next sees it (scripts/serve.mjs): identifies the user, limits the size and speed of
 * forms, and limits concurrent calls per user and per account. Next's response is only inspected for the end of a
 * session.
 */
export function createPageGateway({
  trusted,
  panelUrl,
  cookieName,
  findUser,
  rate,
  lateMs = REFUSAL_DELAY_MS,
}: GatewaySettings): PageGateway {
  const sharing = new FairShare()
  const lanes = {
    calls: new ConcurrencyLimiter(CALLS, sharing),
    long: new ConcurrencyLimiter(LONG_CALLS, sharing),
    anonymous: new ConcurrencyLimiter(ANONYMOUS_CALLS, sharing),
    waiting: new ConcurrencyLimiter(WAITING_CALLS),
  }
  const callers = new Callers(findUser)
  const users = new Rates(rate)
  const accounts = new Rates({ perSecond: rate.perSecond * USERS_PER_ACCOUNT, burst: rate.burst * USERS_PER_ACCOUNT })
  const cookie = new RegExp(`(?:^|;\\s*)${cookieName.replaceAll('.', '\\.')}=([^;]*)`)
  const answerLate = createDelayedAnswers(lateMs)
  const isSecure = panelUrl?.startsWith('https:') ?? false

  function waitFor({ lane, user }: QueueUser): number {
    const now = Date.now()
    return Math.max(accounts.take(lane, now), users.take(user, now))
  }

  async function enter({ request, response }: Exchange, sent: string | undefined): Promise<ReleaseSlot | HttpError> {
    const group = toAddressGroup(addressOf(request, trusted))
    const identifiedUser = await callers.identify(sent, group)
    const queueUser = identifiedUser ?? { lane: `address ${group}`, user: `address ${group}` }
    const waitS = waitFor(queueUser)
    if (waitS > 0) return tooManyCalls(waitS)
    const kind = identifiedUser === undefined ? lanes.anonymous : lanes[kindOf(request)]
    const leave = await kind.enter(queueUser, signalOf(response))
    return leave ?? tooManyCalls(RETRY_AFTER_S)
  }

  return async (request, response, handle) => {
    const exchange = { request, response }
    dropUntrusted(request, trusted)
    if (request.url === HEALTH) return pass(exchange, handle)
    if (exchangeSetupToken(request, response, isSecure)) return undefined
    const refusal = formRefusal(request, panelUrl)
    if (refusal) return answerRefusal(request, response, refusal)
    const sent = cookie.exec(request.headers.cookie ?? '')?.[1]
    const slot = await enter(exchange, sent)
    if (slot instanceof HttpError) return answerLate(() => answerRefusal(request, response, slot))
    if (response.destroyed) return slot()
    response.once('close', slot)
    if (sent !== undefined) clearAtSignOut(response, cookieName)
    pass(exchange, handle)
  }
}

function pass({ request, response }: Exchange, handle: Handle): void {
  endSlowBody(request, response)
  void handle(request, response)
}

/**
 * Drops forwarding headers of untrusted proxies, so that code behind the gateway can rely on them. Their presence is
 * noted for the sign-in page, which explains wrong addresses.
 */
function dropUntrusted({ headers, socket }: IncomingMessage, trusted: TrustedProxies): void {
  const isTrusted = socket.remoteAddress !== undefined && trusted.has(socket.remoteAddress)
  const reachedBy = isTrusted ? forwardedScheme(headers['x-forwarded-proto']) : reachedByUntrusted(headers)
  headers[PASSED_HEADER] = PASSED
  if (!isTrusted) for (const name of FORWARDING_HEADERS) delete headers[name]
  if (reachedBy === undefined) delete headers[REACHED_BY_HEADER]
  else headers[REACHED_BY_HEADER] = reachedBy
}

/** With several proxies, the first value is that of the one facing the browser. */
function forwardedScheme(header: string | string[] | undefined): ReachedBy | undefined {
  const first = header?.toString().split(',', 1)[0]?.trim().toLowerCase()
  return first === 'https' || first === 'http' ? first : undefined
}

/** What a form was reached by also holds for the page that Next itself requests after it. */
const reachedByUntrusted = (headers: IncomingMessage['headers']) =>
  headers[PASSED_HEADER] === PASSED ? headers[REACHED_BY_HEADER]?.toString() : untrustedProxyIn(headers)

/** Not `X-Forwarded-For`, which proxies on the caller's side also write. */
const untrustedProxyIn = (headers: IncomingMessage['headers']): ReachedBy | undefined =>
  REVERSE_PROXY_HEADERS.some((name) => headers[name] !== undefined) ? 'untrusted' : undefined

const addressOf = ({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string =>
  clientOf({ peer: socket.remoteAddress, forwarded: headers['x-forwarded-for']?.toString(), trusted })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

/**
 * Runs before the body is read: Next would read a form twice, once for the page and once for the middleware, and would
 * accept one without an origin.
 */
function formRefusal(request: IncomingMessage, panelUrl: string | undefined): HttpError | undefined {
  const { headers, method } = request
  if (pathOf(request).startsWith('/api/')) return undefined
  if (method === 'POST' && !isOriginOfPanel(headers.origin ?? '', { panelUrl, host: headers.host ?? null })) {
    return badOrigin()
  }
  if (headers['transfer-encoding'] !== undefined) return lengthRequired()
  return Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES ? bodyTooLarge(MAX_FORM_BYTES) : undefined
}

function kindOf(request: IncomingMessage): 'calls' | 'long' | 'waiting' {
  const path = pathOf(request).replace(/^\/api(?=\/)/, '')
  const found = (path.startsWith('/v1/') ? serviceRouter : panelRouter).find(request.method ?? 'GET', path)
  if (found instanceof HttpError) return 'calls'
  const { operation } = found.row
  if ('waits' in operation && hasWait(request.url ?? '')) return 'waiting'
  return operation.produces === 'file' || operation.execution === 'streams' ? 'long' : 'calls'
}

const hasWait = (url: string): boolean => /[?&]wait=0*[1-9]/.test(url)

/** Aborts when the caller disconnects. */
function signalOf(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController()
  response.once('close', () => disconnected.abort())
  return disconnected.signal
}

/** Delays answers, unless too many are delayed already. */
function createDelayedAnswers(lateMs: number): (answer: () => void) => void {
  let waiting = 0
  return (answer) => {
    if (waiting >= MAX_DELAYED) return answer()
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      answer()
    }, lateMs)
  }
}
