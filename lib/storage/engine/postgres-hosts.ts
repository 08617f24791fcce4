import { Client, type ClientConfig } from 'pg'

import { markOutage, reasonOf } from './outage'
import type { PostgresAddress, PostgresHost } from './postgres-address'

const PROBE_MS = 3000
/** What is left of a probe that does not end is not waited for. */
const nothing = () => undefined

/** Which of the hosts of an address takes writes. It is looked for again whenever one refuses a connection or a write. */
export class PostgresHosts {
  readonly #address: PostgresAddress
  #current: PostgresHost
  #looking: Promise<void> | undefined

  constructor(address: PostgresAddress) {
    this.#address = address
    const [first] = address.hosts
    if (!first) throw new Error('An address has at least one host')
    this.#current = first
  }

  get current(): ClientConfig {
    return toConfig(this.#address, this.#current)
  }

  get areSeveral(): boolean {
    return this.#address.hosts.length > 1
  }

  /** Resolves once it is known. Throws where none of several takes writes, with what each of them said. */
  async look(): Promise<void> {
    if (!this.areSeveral) return
    this.#looking ??= this.#findWriter().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
  }

  async #findWriter(): Promise<void> {
    const { hosts } = this.#address
    try {
      this.#current = await Promise.any(hosts.map((host) => this.#probe(host)))
    } catch (error) {
      const said = error instanceof AggregateError ? reasonOf(error) : String(error)
      throw markOutage(new Error(`none of its hosts takes writes: ${said}`, { cause: error }))
    }
  }

  async #probe(host: PostgresHost): Promise<PostgresHost> {
    const client = new Client({
      ...toConfig(this.#address, host),
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', nothing)
    try {
      await client.connect()
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only')
      return host
    } finally {
      void client.end().catch(nothing)
    }
  }
}

const toConfig = ({ config }: PostgresAddress, { host, port }: PostgresHost): ClientConfig => ({
  ...config,
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port }),
})
