import { Client, type ClientConfig } from 'pg'

import { markOutage, outageMessage } from './outage'
import type { PostgresAddress, PostgresHost } from './postgres-address'

const PROBE_MS = 3000
/** The result of a probe that does not end is ignored. */
const ignoreResult = () => undefined

/** Finds the host that accepts writes, and searches again when a host refuses a connection or a write. */
export class PostgresHosts {
  readonly #address: PostgresAddress
  #current: PostgresHost
  #search: Promise<void> | undefined

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

  /** Resolves once the host is known. Throws if none of several accepts writes, with the error of each. */
  async findWriter(): Promise<void> {
    if (!this.areSeveral) return
    this.#search ??= this.#findWriter().finally(() => {
      this.#search = undefined
    })
    await this.#search
  }

  async #findWriter(): Promise<void> {
    const { hosts } = this.#address
    try {
      this.#current = await Promise.any(hosts.map((host) => this.#probe(host)))
    } catch (error) {
      const reason = error instanceof AggregateError ? outageMessage(error) : String(error)
      throw markOutage(new Error(`none of its hosts is writable: ${reason}`, { cause: error }))
    }
  }

  async #probe(host: PostgresHost): Promise<PostgresHost> {
    const client = new Client({
      ...toConfig(this.#address, host),
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', ignoreResult)
    try {
      await client.connect()
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only')
      return host
    } finally {
      void client.end().catch(ignoreResult)
    }
  }
}

const toConfig = ({ config }: PostgresAddress, { host, port }: PostgresHost): ClientConfig => ({
  ...config,
  ...(host !== undefined && { host }),
  ...(port !== undefined && { port }),
})
