import { Agent, type AgentOptions } from 'node:https'
import { isIPv6 } from 'node:net'
import type { Duplex } from 'node:stream'

import type { ProxyAddress } from './outgoing-proxy'
import { openTunnel } from './tunnel'

/** Through which proxy a target is connected to; undefined: straight. Throws where it may not be connected to at all. */
export type ProxyRoute = (target: URL) => ProxyAddress | undefined | Promise<ProxyAddress | undefined>

type Connect = NonNullable<Agent['createConnection']>

/** Connections of TLS, each straight to its target or through a proxy, as the route says of it. */
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
      // Sound: as Node calls it, there is no stream where there is an error.
      callback?.(error instanceof Error ? error : new Error(String(error)), undefined as unknown as Duplex)
      return
    }
    callback?.(null, stream)
  }

  async #open(options: Parameters<Connect>[0]): Promise<Duplex> {
    const host = options.host ?? 'localhost'
    const target = new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${options.port ?? 443}`)
    const proxy = await this.#route(target)
    const over = proxy ? { socket: await openTunnel(proxy, target, this.#patienceMs) } : {}
    const stream = super.createConnection({ ...options, ...over })
    if (!stream) throw new Error('No connection was made')
    return stream
  }
}
