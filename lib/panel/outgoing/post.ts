import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'

import type { DeliveryError } from '@/lib/features/deliveries/domain/delivery-errors'
import { maskForLog } from '@/lib/http/mask-personal'

import { AddressRefused, type Guard, guardedLookup, guardedRoute, readEndpoint } from './address-guard'
import { hostOf } from './allowed-networks'
import { reasonAt } from './certificate'
import { OutgoingAgent } from './outgoing-agent'
import { reasonOf } from './reasons'
import { isProxyFault, type ProxyFailure } from './tunnel'

/** From the first step to the last byte that is read. */
export const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4096

type Posting = Guard & {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs?: number | undefined
}

export type Posted = {
  readonly status: number | null
  readonly latencyMs: number
  /** Null: the receiver has taken it. */
  readonly error: DeliveryError | null
  /** At most 4 kB of what it answered, if that was text; personal numbers are masked. */
  readonly answer: string | null
  /** As the receiver wrote it. */
  readonly retryAfter: string | null
  /** Why it did not arrive, for the log; absent where the receiver answered. */
  readonly reason?: string
  /** The receiver will never take it. */
  readonly isFinal?: boolean
}

/** One attempt. Redirects are not followed, and no connection outlives it. Never rejects. */
export async function post(posting: Posting): Promise<Posted> {
  const startedAt = performance.now()
  const outcome = await attempt(posting).catch(async (error: unknown) =>
    failed(errorOf(error), await reasonIn(error, posting)),
  )
  return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) }
}

type Outcome = Omit<Posted, 'latencyMs'>

/** The connection is gone before an answer came. */
class ClosedUnanswered extends Error {
  readonly code = 'ECONNRESET'
}

const failed = (error: DeliveryError, reason: string): Outcome => ({
  status: null,
  error,
  answer: null,
  retryAfter: null,
  reason,
})

function attempt({ url: text, headers, body, timeoutMs = TIMEOUT_MS, ...guard }: Posting): Promise<Outcome> {
  const endpoint = readEndpoint(text, guard.allowed)
  if ('fault' in endpoint)
    return Promise.resolve(failed('private_address', `The address is not allowed: ${endpoint.fault}`))
  const { url } = endpoint
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((settle, reject) => {
    const request = send({
      method: 'POST',
      host: hostOf(url),
      port: url.port === '' ? undefined : url.port,
      path: `${url.pathname}${url.search}`,
      // A certificate is of a name.
      ...(isIP(hostOf(url)) === 0 && { servername: hostOf(url) }),
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      agent: guard.proxy?.of(url) ? proxyAgent(guard, timeoutMs) : false,
      lookup: guardedLookup(url, guard),
      signal,
    })
    request.on('error', reject)
    // A receiver that would speak another protocol (101) is dropped without an error, and nothing else would end this.
    const onClose = () => reject(new ClosedUnanswered())
    request.on('close', onClose)
    request.on('response', (response) => {
      request.off('close', onClose)
      // It has taken the message: what goes wrong with the rest of its answer is no failure, or it would be sent again.
      request.off('error', reject)
      request.on('error', () => undefined)
      const { statusCode: status = 0, headers: answered } = response
      void readAnswer(response).then((read) => {
        request.destroy()
        const answer = read === null ? null : withoutPlace(read, url)
        settle({ status, error: errorOfStatus(status), answer, retryAfter: answered['retry-after'] ?? null })
        return undefined
      })
    })
    request.end(body)
  })
}

/** The proxy has a part of the time, so that it is clear who did not answer. */
const proxyAgent = (guard: Guard, timeoutMs: number): OutgoingAgent =>
  new OutgoingAgent((target) => guardedRoute(target, guard), { patienceMs: timeoutMs * 0.6 })

/** The status says what came of it: an answer that breaks off, or goes on for ever, changes nothing. */
async function readAnswer(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What came is kept.
  }
  return toAnswer(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), response.headers['content-type'] ?? '')
}

const MIN_SECRET = 12

/** The path of an address may be its secret, and some receivers repeat it: whoever may read answers need not know it. */
function withoutPlace(answer: string, { pathname, search }: URL): string {
  // The signature of a workflow's address stands in its query.
  const values = search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  const written = [`${pathname}${search}`, search, pathname, ...pathname.split('/'), ...values]
  const parts = written.filter((part) => part.length >= MIN_SECRET)
  return parts.reduce((text, part) => text.replaceAll(part, '…'), answer)
}

const IS_TEXT = /^\s*(?:$|text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b)/i

function toAnswer(bytes: Buffer, type: string): string | null {
  if (bytes.length === 0 || !IS_TEXT.test(type)) return null
  // Without half a character at the end, and without what no store or page can show.
  const text = bytes.toString('utf8').replaceAll(/[^\P{C}\n\t]|\uFFFD/gu, '')
  return String(maskForLog(text))
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 410) return 'gone'
  return status === 429 || status === 502 || status === 504 ? 'throttled' : 'status'
}

const ERROR_OF_CODE: Readonly<Record<string, DeliveryError>> = {
  ABORT_ERR: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  HPE_INVALID_CONSTANT: 'reset',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'certificate_expired',
}
const ERROR_OF_PROXY: Readonly<Record<ProxyFailure, DeliveryError>> = {
  unreachable: 'proxy_unreachable',
  refused: 'proxy_refused',
  no_route: 'unreachable',
}

function errorOf(error: unknown): DeliveryError {
  if (error instanceof AddressRefused) return 'private_address'
  if (isProxyFault(error)) return ERROR_OF_PROXY[error.failure]
  // Several addresses were tried: why the last one failed.
  if (error instanceof AggregateError) return errorOf(error.errors.at(-1))
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(ERROR_OF_CODE, code)) return ERROR_OF_CODE[code] ?? 'unreachable'
  if (/^(ERR_TLS|CERT_|ERR_SSL|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls'
  return 'unreachable'
}

/** Where nothing answers in time, it helps to know which way was taken. */
async function reasonIn(error: unknown, posting: Posting): Promise<string> {
  const { proxy, timeoutMs = TIMEOUT_MS } = posting
  const url = new URL(posting.url)
  if (errorOf(error) !== 'timeout') {
    const route = (target: URL) => guardedRoute(target, posting)
    return reasonAt(url, error, { lookup: guardedLookup(url, posting), route })
  }
  const used = proxy?.of(url)
  const waited = error instanceof AggregateError ? reasonOf(error) : `no answer within ${timeoutMs / 1000} s`
  return `${waited}; ${used ? `through the proxy ${used.shown}` : 'no proxy is used'}`
}
