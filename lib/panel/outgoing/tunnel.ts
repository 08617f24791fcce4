import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIPv6, type Socket } from 'node:net'

import { hostOf, portOf } from './allowed-networks'
import type { ProxyAddress } from './outgoing-proxy'

/** Limit until the proxy reports the result of connecting. A request without a connection has no time-out. */
const PATIENCE_MS = 10_000

/**
 * `unreachable`: the proxy is down or hangs. `refused`: it answers and does not connect. `no_route`: it cannot reach
 * the target.
 */
export type ProxyFailure = 'unreachable' | 'refused' | 'no_route'

/** An error of the proxy, not of the target. The message names the proxy without its credentials. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault'
  readonly code = 'EPROXY'
  readonly failure: ProxyFailure

  constructor(failure: ProxyFailure, message: string, cause?: unknown) {
    super(message, { cause })
    this.failure = failure
  }
}

/** The name is compared because Next loads modules more than once, so `instanceof` may fail. */
export const isProxyFault = (error: unknown): error is ProxyFault =>
  error instanceof Error && error.name === 'ProxyFault' && 'failure' in error

/** Connects through the proxy to the target, by CONNECT (RFC 9110, 9.3.6). Rejects with `ProxyFault`. */
export function openTunnel(proxy: ProxyAddress, target: URL, patienceMs = PATIENCE_MS): Promise<Socket> {
  const host = hostOf(target)
  const path = `${isIPv6(host) ? `[${host}]` : host}:${portOf(target)}`
  const send = proxy.url.protocol === 'https:' ? httpsRequest : httpRequest
  const request = send({
    method: 'CONNECT',
    host: hostOf(proxy.url),
    port: portOf(proxy.url),
    path,
    headers: { host: path, ...proxyAuthorization(proxy) },
    agent: false,
  })
  return new Promise<Socket>((resolve, reject) => {
    const timer = setTimeout(() => {
      request.destroy(
        new ProxyFault('unreachable', `the proxy ${proxy.shown} did not answer within ${patienceMs / 1000} s`),
      )
    }, patienceMs)
    const end = () => clearTimeout(timer)
    request.on('error', (error) => {
      end()
      reject(
        isProxyFault(error)
          ? error
          : new ProxyFault('unreachable', `the proxy ${proxy.shown} cannot be reached: ${codeOf(error)}`, error),
      )
    })
    const refuse = (response: IncomingMessage) => {
      end()
      request.destroy()
      reject(refusalOf(proxy, response.statusCode ?? 0))
    }
    request.on('response', refuse)
    request.on('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        refuse(response)
        return
      }
      end()
      // The target may send data first, before a request.
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.end()
  })
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : error.message

function refusalOf({ shown }: ProxyAddress, status: number): ProxyFault {
  if (status === 407) return new ProxyFault('refused', `the proxy ${shown} wants other credentials (407)`)
  const failure = status >= 500 ? 'no_route' : 'refused'
  return new ProxyFault(failure, `the proxy ${shown} does not connect to the target (${status})`)
}

/** Empty for a proxy without credentials. */
export function proxyAuthorization({ url }: ProxyAddress): Record<string, string> {
  if (url.username === '' && url.password === '') return {}
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
