import {
  Client,
  type ClientBase,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  types,
} from 'pg'

import { CorkedSocket } from './corked-socket'
import { observeStatements } from './observed-pool'
import { isReadOnly, markOutage } from './outage'
import type { PostgresAddress } from './postgres-address'
import { PostgresHosts } from './postgres-hosts'
import { prepareNothing } from './prepared'

/** How long a new connection, or a free one of the pool, is waited for. */
const CONNECT_MS = 8_000
/** What is asked first on a new connection is answered by then. */
const SETTLE_MS = 3_000
/** Rather than the server's own limit, which says more, the client's comes second. */
const BEYOND_MS = 500
/** A transaction in which nothing is asked for as long keeps locks that others wait for: its process is gone, or stopped. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** After a change of the address behind a name nobody stays with the old one for longer. */
const LIFETIME_S = 1_800
const KEEP_ALIVE_AFTER_MS = 10_000

export type PoolLimits = { readonly poolSize: number; readonly statementMs: number }

/** The connections to PostgreSQL, and what is known of the way there. */
export type PostgresPool = {
  readonly pool: Pool
  readonly hosts: PostgresHosts
  /** Whether a pooler hands the connections of the server out by transaction: then nothing may be set for longer than one. */
  readonly isPooled: () => boolean
}

/** How long a statement may take: what the server ends itself, and when the client gives the connection up. */
export const clientLimit = (statementMs: number): number => statementMs + BEYOND_MS

export function openPool(address: PostgresAddress, { poolSize, statementMs }: PoolLimits): PostgresPool {
  // int8 and numeric arrive as text otherwise; every count of ours is far below 2^53.
  types.setTypeParser(types.builtins.INT8, Number)
  types.setTypeParser(types.builtins.NUMERIC, Number)
  const hosts = new PostgresHosts(address)
  let isPooled = address.isPooled
  if (isPooled) prepareNothing()
  /** Connections that nobody uses. */
  const idle = new Set<ClientBase>()
  const clients = new WeakMap<ClientBase, StoreClient>()
  const leave = () => {
    // The pool lets go of an idle connection that breaks. Those in use are let go of when they come back.
    for (const client of Array.from(idle)) client.emit('error', new Error('The server takes no writes'))
    void hosts.look().catch(() => undefined)
  }

  class PooledClient extends StoreClient {
    constructor(config?: ClientConfig) {
      super(
        { ...config, ...hosts.current },
        { failed: () => void hosts.look().catch(() => undefined), readOnly: leave },
      )
      clients.set(this, this)
    }
  }

  const settle = async (client: ClientBase): Promise<void> => {
    const { direct, read_only: readOnly } = await settleConnection(client, statementMs)
    if (hosts.areSeveral && readOnly === 'on') {
      leave()
      throw markOutage(new Error('The server takes no writes'))
    }
    if (direct || isPooled) return
    isPooled = true
    prepareNothing()
  }

  const pool = new Pool({
    max: poolSize,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: clientLimit(statementMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    maxLifetimeSeconds: LIFETIME_S,
    pipeline: true,
    stream: () => new CorkedSocket(),
    Client: PooledClient,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, whatever its types say
    onConnect: settle,
  })
  observeStatements(pool)
  // A broken connection must not take the process down, idle or in use; the next query reports it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (_error, client) => {
    idle.add(client)
    // The pool asks next whether the connection has ended, and lets go of it.
    if (clients.get(client)?.isSpoilt) void client.end()
  })
  return { pool, hosts, isPooled: () => isPooled }
}

type Told = { readonly failed: () => void; readonly readOnly: () => void }

/** A connection that knows when it is of no use any more. */
class StoreClient extends Client {
  /** It leads to a server that takes no writes: a new one may lead to another. */
  isSpoilt = false
  readonly #told: Told

  constructor(config: ClientConfig, told: Told) {
    super(config)
    this.#told = told
    this.connection.on('errorMessage', (error: unknown) => {
      if (!isReadOnly(error)) return
      this.isSpoilt = true
      // What is asked at the moment gets its answer first.
      setImmediate(told.readOnly)
    })
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null, client?: Client) => void): void
  override connect(callback?: (error: Error | null, client?: Client) => void): Promise<Client> | undefined {
    if (!callback) return super.connect()
    // The pool's way. Of one that fails it asks nothing but the error.
    super.connect((error: Error | null) => {
      if (error) this.#told.failed()
      callback(error && markOutage(error), this)
    })
    return undefined
  }
}

type Settled = { readonly direct: boolean; readonly read_only: string }

/**
 * Sets limits for the whole connection where it is one to the server itself. A pooler gives a process number of its own, would hand
 * what is set on to others, and refuses it in the first message: there `begin` carries it (`openPostgresDialect`).
 */
async function settleConnection(client: ClientBase, statementMs: number): Promise<Settled> {
  const query: QueryConfig & { query_timeout: number } = {
    text: `select pg_backend_pid() = $1::int as direct, current_setting('transaction_read_only') as read_only,
      case when pg_backend_pid() = $1::int then set_config('statement_timeout', $2, false) end,
      case when pg_backend_pid() = $1::int then set_config('idle_in_transaction_session_timeout', $3, false) end`,
    values: [processOf(client), String(statementMs), String(IDLE_IN_TRANSACTION_MS)],
    query_timeout: SETTLE_MS,
  }
  try {
    const { rows } = await client.query<Settled>(query)
    return rows[0] ?? { direct: true, read_only: 'off' }
  } catch (error) {
    throw error instanceof DatabaseError || !(error instanceof Error) ? error : markOutage(error)
  }
}

/** Told by the server, or by the pooler in its place, when the connection was made. */
function processOf(client: ClientBase): number {
  // Sound: a field of every client of `pg` that its types leave out; read as unknown.
  const { processID } = client as unknown as { processID: unknown }
  return typeof processID === 'number' ? processID : 0
}

/** What `begin` says behind a pooler. */
export const pooledBegin = (statementMs: number): string =>
  `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** The same connections for statements that may take far longer: held by one piece of work, and given back as they were. */
export const patientPool = ({ pool, isPooled }: PostgresPool, statementMs: number, patientMs: number) => ({
  connect: async () => {
    const client = await pool.connect()
    if (!isPooled()) setLimits(client, patientMs, 0)
    const held: Pick<PoolClient, 'query' | 'release'> = {
      // Sound: the two forms that the query builder uses, a text with its values.
      query: ((text: string, values: readonly unknown[]) => {
        const query: QueryConfig & { query_timeout: number } = {
          text,
          values: [...values],
          query_timeout: clientLimit(patientMs),
        }
        return client.query(query)
      }) as PoolClient['query'],
      release: () => {
        if (!isPooled()) setLimits(client, statementMs, IDLE_IN_TRANSACTION_MS)
        client.release()
      },
    }
    return held
  },
  end: () => Promise.resolve(),
})

/** Goes out with the statement that comes next. */
function setLimits(client: ClientBase, statementMs: number, idleMs: number): void {
  const text = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleMs}`
  client.query(text).catch(() => undefined)
}
