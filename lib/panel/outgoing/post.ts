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

/** For the whole attempt, from the first step to the last byte read. */
export const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 4096

type PostRequest = Guard & {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs?: number | undefined
}

export type PostResult = {
  readonly status: number | null
  readonly latencyMs: number
  /** Null: the receiver accepted it. */
  readonly error: DeliveryError | null
  /** At most 4 kB of a text answer; personal numbers are masked. */
  readonly answer: string | null
  /** The receiver's Retry-After header, unparsed. */
  readonly retryAfter: string | null
  /** Failure reason for the log; absent when the receiver answered. */
  readonly reason?: string
  /** The receiver will never accept it. */
  readonly isFinal?: boolean
}

/** Makes one attempt. Redirects are not followed, and no connection outlives it. Never rejects. */
export async function post(request: PostRequest): Promise<PostResult> {
  const startedAt = performance.now()
  const outcome = await attempt(request).catch(async (error: unknown) =>
    failed(errorOf(error), await reasonIn(error, request)),
  )
  return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) }
}

type Outcome = Omit<PostResult, 'latencyMs'>

/** The connection closed before an answer came. */
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

function attempt({ url: text, headers, body, timeoutMs = TIMEOUT_MS, ...guard }: PostRequest): Promise<Outcome> {
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
      // Certificates are issued for names, so an IP address has no SNI.
      ...(isIP(hostOf(url)) === 0 && { servername: hostOf(url) }),
      headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
      agent: guard.proxy?.proxyFor(url) ? proxyAgent(guard, timeoutMs) : false,
      lookup: guardedLookup(url, guard),
      signal,
    })
    request.on('error', reject)
    // Node drops a response that switches protocols (101) without an error, and nothing else would end this promise.
    const onClose = () => reject(new ClosedUnanswered())
    request.on('close', onClose)
    request.on('response', (response) => {
      request.off('close', onClose)
      // The receiver has the message. An error in the rest of its answer is not a failure, or the message would be sent
      // again.
      request.off('error', reject)
      request.on('error', () => undefined)
      const { statusCode: status = 0, headers: responseHeaders } = response
      void readAnswer(response).then((content) => {
        request.destroy()
        const answer = content === null ? null : withoutSecretParts(content, url)
        settle({ status, error: errorOfStatus(status), answer, retryAfter: responseHeaders['retry-after'] ?? null })
        return undefined
      })
    })
    request.end(body)
  })
}

/** The proxy gets only part of the time, so that the error shows which side did not answer. */
const proxyAgent = (guard: Guard, timeoutMs: number): OutgoingAgent =>
  new OutgoingAgent((target) => guardedRoute(target, guard), { patienceMs: timeoutMs * 0.6 })

/** Only the status counts: an answer that breaks off or never ends changes nothing. */
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
    // The part received so far is used.
  }
  return toAnswer(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), response.headers['content-type'] ?? '')
}

const MIN_SECRET = 12

/** The path of an address may be a secret, and some receivers repeat it, but readers of answers need not know it. */
function withoutSecretParts(answer: string, { pathname, search }: URL): string {
  // Workflow addresses have a signature in the query.
  const values = search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  const secretForms = [`${pathname}${search}`, search, pathname, ...pathname.split('/'), ...values]
  const parts = secretForms.filter((part) => part.length >= MIN_SECRET)
  return parts.reduce((text, part) => text.replaceAll(part, '…'), answer)
}

const IS_TEXT = /^\s*(?:$|text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b)/i

function toAnswer(bytes: Buffer, type: string): string | null {
  if (bytes.length === 0 || !IS_TEXT.test(type)) return null
  // Drops a partial character at the end, and characters that a store or page cannot hold.
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
  // With several addresses, the error is that of the last one.
  if (error instanceof AggregateError) return errorOf(error.errors.at(-1))
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(ERROR_OF_CODE, code)) return ERROR_OF_CODE[code] ?? 'unreachable'
  if (/^(ERR_TLS|CERT_|ERR_SSL|DEPTH_|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls'
  return 'unreachable'
}

/** When no answer came in time, the reason also names the route. */
async function reasonIn(error: unknown, request: PostRequest): Promise<string> {
  const { proxy, timeoutMs = TIMEOUT_MS } = request
  const url = new URL(request.url)
  if (errorOf(error) !== 'timeout') {
    const route = (target: URL) => guardedRoute(target, request)
    return reasonAt(url, error, { lookup: guardedLookup(url, request), route })
  }
  const proxyAddress = proxy?.proxyFor(url)
  const failure = error instanceof AggregateError ? reasonOf(error) : `no answer within ${timeoutMs / 1000} s`
  return `${failure}; ${proxyAddress ? `through the proxy ${proxyAddress.shown}` : 'no proxy is used'}`
}
