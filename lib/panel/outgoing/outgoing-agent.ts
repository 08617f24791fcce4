import { Agent, type AgentOptions } from 'node:https'
import { isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'

import type { ProxyAddress } from './outgoing-proxy'
import { openTunnel } from './tunnel'

/** The proxy for a target; undefined: a direct connection. Throws when the target is not allowed. */
export type ProxyRoute = (target: URL) => ProxyAddress | undefined | Promise<ProxyAddress | undefined>

type Connect = NonNullable<Agent['createConnection']>

/** TLS connections, direct or through the proxy that the route returns. */
export class OutgoingAgent extends Agent {
  readonly #route: ProxyRoute
  readonly #patienceMs: number | undefined

  /** `patienceMs`: how long a proxy may take to connect. */
  constructor(route: ProxyRoute, { patienceMs, ...options }: AgentOptions & { patienceMs?: number } = {}) {
    super(options)
    this.#route = route
    this.#patienceMs = patienceMs
  }

  override createConnection(...[options, callback]: Parameters<Connect>): ReturnType<Connect> {
    void this.#connect(options, callback)
    return undefined
  }

  async #connect(options: Parameters<Connect>[0], callback: Parameters<Connect>[1]): Promise<void> {
    let stream: Duplex
    try {
      stream = await this.#open(options)
    } catch (error) {
      // Safe: in Node's callback there is no stream when there is an error.
      callback?.(error instanceof Error ? error : new Error(String(error)), undefined as unknown as Duplex)
      return
    }
    callback?.(null, stream)
  }

  async #open(options: Parameters<Connect>[0]): Promise<Duplex> {
    const host = options.host ?? 'localhost'
    const target = new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${options.port ?? 443}`)
    const proxy = await this.#route(target)
    const socketOptions = proxy ? { socket: await openTunnel(proxy, target, this.#patienceMs) } : {}
    const stream = super.createConnection({ ...options, ...socketOptions })
    if (!stream) throw new Error('The connection failed')
    return stream
  }
}
