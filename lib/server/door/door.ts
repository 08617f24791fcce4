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
import { type Way, WAY_HEADER } from '../http/reached-address'
import { panelRows, serviceRows } from '../http/rows'
import { Callers, type FindUser } from './callers'
import { type LaneLimits, Lanes, type LaneUser, type Leave, Sharing } from './lanes'
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

/** A page that somebody looks at, not one that the router fetches. */
const wantsPage = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') === true && headers['rsc'] === undefined && headers['next-action'] === undefined

/** A refusal before anything else has seen the call. Somebody who looks gets a page, which asks again by itself. */
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
  const again = wait !== undefined && method === 'GET' ? `<meta http-equiv="refresh" content="${wait}">` : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">${again}<title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`
}

/**
 * What the browser kept of the account. Not `cookies`: that would sign the person out of every other program of the domain, and
 * forget language and theme.
 */
const WHAT = '"cache", "storage"'

/** An answer that takes the session's cookie away also clears what pages have kept, whichever way somebody signed out. */
function clearAtSignOut(response: ServerResponse, cookieName: string): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (...input: unknown[]) => {
    if (takesAway(response.getHeader('set-cookie'), cookieName)) response.setHeader('clear-site-data', WHAT)
    // Sound: it is called with whatever it was called with.
    return writeHead(...(input as Parameters<typeof writeHead>))
  }
}

const takesAway = (cookies: number | string | readonly string[] | undefined, name: string): boolean =>
  [cookies ?? []].flat().some((cookie) => {
    const [value = '', ...attributes] = String(cookie).split(';')
    return value === `${name}=` && attributes.some((each) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(each))
  })

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown
export type PageDoor = (request: IncomingMessage, response: ServerResponse, handle: Handle) => Promise<void>

export type DoorSettings = {
  readonly trusted: TrustedProxies
  /** PANEL_URL, where it is set. */
  readonly panelUrl: string | undefined
  readonly cookieName: string
  readonly findUser: FindUser
  /** Of one user; an account has as much as four. */
  readonly rate: Rate
  /** How late a refusal is answered, so that whoever asks again at once does so seldom. */
  readonly lateMs?: number
}

const WAIT_MS = 10_000
/** A browser has six connections at a time, and behind HTTP/2 a page of ours asks for about a dozen things. */
const CALLS: LaneLimits = { perUser: 8, perLane: 16, queuedPerUser: 48, queuedPerLane: 128, waitMs: WAIT_MS }
/** Files and streams, which last. */
const HELD: LaneLimits = { perUser: 6, perLane: 16, queuedPerUser: 24, queuedPerLane: 48, waitMs: WAIT_MS }
/** Of nobody: whoever signs in from the same address. */
const NOBODY: LaneLimits = { perUser: 32, perLane: 32, queuedPerUser: 64, queuedPerLane: 64, waitMs: WAIT_MS }
const USERS_OF_ACCOUNT = 4
/** Calls that wait for news, one for each browser that shows a feed: they do nothing, and must not keep others from being begun. */
const WAITS: LaneLimits = { perUser: 4, perLane: 256, queuedPerUser: 8, queuedPerLane: 64, waitMs: WAIT_MS }

/** Forms have a few fields. The bodies of /api are bounded where they are read. */
const MAX_FORM_BYTES = 64_000

/** What a refused caller is told to wait. */
const RETRY_AFTER_S = 2
const LATE_MS = 2000
const MOST_LATE = 1000

/** Load balancers ask, at any time. */
const HEALTH = '/api/health'
const PROXY_OF_OURS = ['x-forwarded-host', 'x-forwarded-proto'] as const
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'] as const

/**
 * What every request passes before Next sees it (scripts/serve.mjs): who is asking, how large and how fast a form may be, and how
 * many calls of one user and of one account are worked at. What Next answers is not looked at, but for the end of a session.
 */
export function createPageDoor({
  trusted,
  panelUrl,
  cookieName,
  findUser,
  rate,
  lateMs = LATE_MS,
}: DoorSettings): PageDoor {
  const sharing = new Sharing()
  const lanes = {
    calls: new Lanes(CALLS, sharing),
    held: new Lanes(HELD, sharing),
    nobody: new Lanes(NOBODY, sharing),
    waits: new Lanes(WAITS),
  }
  const callers = new Callers(findUser)
  const users = new Rates(rate)
  const accounts = new Rates({ perSecond: rate.perSecond * USERS_OF_ACCOUNT, burst: rate.burst * USERS_OF_ACCOUNT })
  const cookie = new RegExp(`(?:^|;\\s*)${cookieName.replaceAll('.', '\\.')}=([^;]*)`)
  const answerLate = createLateAnswers(lateMs)
  const isSecure = panelUrl?.startsWith('https:') ?? false

  function waitFor({ lane, user }: LaneUser): number {
    const now = Date.now()
    return Math.max(accounts.take(lane, now), users.take(user, now))
  }

  async function enter({ request, response }: Exchange, sent: string | undefined): Promise<Leave | HttpError> {
    const group = toAddressGroup(addressOf(request, trusted))
    const known = await callers.identify(sent, group)
    const who = known ?? { lane: `address ${group}`, user: `address ${group}` }
    const waitS = waitFor(who)
    if (waitS > 0) return tooManyCalls(waitS)
    const kind = known === undefined ? lanes.nobody : lanes[kindOf(request)]
    const leave = await kind.enter(who, signalOf(response))
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
    const entered = await enter(exchange, sent)
    if (entered instanceof HttpError) return answerLate(() => answerRefusal(request, response, entered))
    if (response.destroyed) return entered()
    response.once('close', entered)
    if (sent !== undefined) clearAtSignOut(response, cookieName)
    pass(exchange, handle)
  }
}

function pass({ request, response }: Exchange, handle: Handle): void {
  endSlowBody(request, response)
  void handle(request, response)
}

/**
 * What a proxy would say is dropped when it is none of the operator's: nothing behind this door has to ask who wrote it. That it was
 * said is noted, for the page that tells people what is wrong with their address.
 */
function dropUntrusted({ headers, socket }: IncomingMessage, trusted: TrustedProxies): void {
  const isTrusted = socket.remoteAddress !== undefined && trusted.has(socket.remoteAddress)
  const way = isTrusted ? schemeSaid(headers['x-forwarded-proto']) : unbelievedIn(headers)
  if (!isTrusted) for (const name of FORWARDED) delete headers[name]
  if (way === undefined) delete headers[WAY_HEADER]
  else headers[WAY_HEADER] = way
}

/** Of several proxies the outermost speaks with the browser. */
function schemeSaid(header: string | string[] | undefined): Way | undefined {
  const first = header?.toString().split(',', 1)[0]?.trim().toLowerCase()
  return first === 'https' || first === 'http' ? first : undefined
}

/** Not `X-Forwarded-For`: that is also written by proxies on the side of whoever asks. */
const unbelievedIn = (headers: IncomingMessage['headers']): Way | undefined =>
  PROXY_OF_OURS.some((name) => headers[name] !== undefined) ? 'unbelieved' : undefined

const addressOf = ({ headers, socket }: IncomingMessage, trusted: TrustedProxies): string =>
  clientOf({ peer: socket.remoteAddress, forwarded: headers['x-forwarded-for']?.toString(), trusted })

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/'

/**
 * Before anything of a form is read: Next would read it twice, for the page and for what is before it, and would do what one asks that
 * names no origin.
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

function kindOf(request: IncomingMessage): 'calls' | 'held' | 'waits' {
  const path = pathOf(request).replace(/^\/api(?=\/)/, '')
  const found = (path.startsWith('/v1/') ? serviceRows : panelRows).find(request.method ?? 'GET', path)
  if (found instanceof HttpError) return 'calls'
  const { operation } = found.row
  if ('waits' in operation && isWaiting(request.url ?? '')) return 'waits'
  return operation.produces === 'file' || operation.execution === 'streams' ? 'held' : 'calls'
}

const isWaiting = (url: string): boolean => /[?&]wait=0*[1-9]/.test(url)

/** Who went away need not wait any more. */
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** Answers later, unless so many wait for that already. */
function createLateAnswers(lateMs: number): (answer: () => void) => void {
  let waiting = 0
  return (answer) => {
    if (waiting >= MOST_LATE) return answer()
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      answer()
    }, lateMs)
  }
}
