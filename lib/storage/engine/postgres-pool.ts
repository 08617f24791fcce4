import { Socket } from 'node:net'

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

import { type StatementObserver, statementObserver } from '@/lib/telemetry/statements'

import { isReadOnly, markOutage } from './outage'
import type { PostgresAddress } from './postgres-address'
import { PostgresHosts } from './postgres-hosts'
import { disableStatementNames } from './prepared'

/** Measures the queries of the pool's connections; does nothing if metrics are off. */
function observeStatements(pool: Pool): void {
  const observe = statementObserver('postgresql')
  if (observe) pool.on('connect', (client) => observeClient(client, observe))
}

type Query = (...args: unknown[]) => unknown
type Callback = (error: unknown, result: unknown) => void

function observeClient(client: PoolClient, observe: StatementObserver): void {
  // Safe: arguments and result of `query` are passed through unchanged.
  const queryable = client as unknown as { query: Query }
  const query = queryable.query.bind(client)
  queryable.query = (...args) => {
    const sql = textOf(args[0])
    // This is a cursor or another object that submits itself.
    if (sql === undefined) return query(...args)
    const end = observe(sql)
    const last = args.at(-1)
    if (typeof last === 'function') return query(...args.slice(0, -1), notifyingCallback(last as Callback, end))
    const result = query(...args)
    if (result instanceof Promise) result.then(() => end(), end)
    return result
  }
}

const notifyingCallback =
  (callback: Callback, end: (error?: unknown) => void): Callback =>
  (error, result) => {
    end(error ?? undefined)
    callback(error, result)
  }

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query !== 'object' || query === null || 'submit' in query) return undefined
  return 'text' in query && typeof query.text === 'string' ? query.text : undefined
}

type WriteCallback = (error?: Error | null) => void

/**
 * Sends everything written in one iteration of the event loop at once: a system call for each of several small queries
 * costs more than the queries. This adds no delay, because the data are sent before the iteration ends.
 */
class CorkedSocket extends Socket {
  #isCorked = false

  override write(chunk: Uint8Array | string, callback?: WriteCallback): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, callback?: WriteCallback): boolean
  override write(
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | WriteCallback,
    callback?: WriteCallback,
  ): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.uncork()
      })
    }
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, callback)
  }
}

/** Timeout for a new connection or a free one of the pool. */
const CONNECT_MS = 8_000
/** Timeout for the first queries on a new connection. */
const INITIALISE_MS = 3_000
/** The client's timeout is later than the server's, whose error says more. */
const CLIENT_EXTRA_MS = 500
/**
 * A transaction without queries for this long still holds locks that others need, so its process is considered dead or
 * stopped.
 */
const IDLE_IN_TRANSACTION_MS = 60_000
/** Maximum age of a connection, so that a changed DNS entry takes effect. */
const LIFETIME_S = 1_800
const KEEP_ALIVE_AFTER_MS = 10_000

export type PoolLimits = { readonly poolSize: number; readonly statementMs: number }

/** The connections to PostgreSQL and what is known about the server. */
export type PostgresPool = {
  readonly pool: Pool
  readonly hosts: PostgresHosts
  /** Whether a pooler assigns server connections per transaction, so that settings must not outlive a transaction. */
  readonly isPooled: () => boolean
}

/** Timeout of the client for a statement that the server ends after `statementMs`. */
export const clientLimit = (statementMs: number): number => statementMs + CLIENT_EXTRA_MS

export function openPool(address: PostgresAddress, { poolSize, statementMs }: PoolLimits): PostgresPool {
  // Otherwise int8 and numeric are returned as text; all our counts are far below 2^53.
  types.setTypeParser(types.builtins.INT8, Number)
  types.setTypeParser(types.builtins.NUMERIC, Number)
  const hosts = new PostgresHosts(address)
  let isPooled = address.isPooled
  if (isPooled) disableStatementNames()
  const idle = new Set<ClientBase>()
  const clients = new WeakMap<ClientBase, StoreClient>()
  const leaveReadOnlyServer = () => {
    // The pool drops an idle connection that emits an error. Connections in use are dropped when they are returned.
    for (const client of Array.from(idle)) client.emit('error', new Error('The server is read-only'))
    void hosts.findWriter().catch(() => undefined)
  }

  class PooledClient extends StoreClient {
    constructor(config?: ClientConfig) {
      super(
        { ...config, ...hosts.current },
        { failed: () => void hosts.findWriter().catch(() => undefined), readOnly: leaveReadOnlyServer },
      )
      clients.set(this, this)
    }
  }

  const initialise = async (client: ClientBase): Promise<void> => {
    const { direct, read_only: readOnly } = await initialiseConnection(client, statementMs)
    if (hosts.areSeveral && readOnly === 'on') {
      leaveReadOnlyServer()
      throw markOutage(new Error('The server is read-only'))
    }
    if (direct || isPooled) return
    isPooled = true
    disableStatementNames()
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
    onConnect: initialise,
  })
  observeStatements(pool)
  // A broken connection must not crash the process, whether idle or in use; the next query reports the error.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (_error, client) => {
    idle.add(client)
    // The pool checks next whether the connection has ended, and drops it.
    if (clients.get(client)?.mustBeReplaced) void client.end()
  })
  return { pool, hosts, isPooled: () => isPooled }
}

type ClientListener = { readonly failed: () => void; readonly readOnly: () => void }

/** A connection that detects when it must be replaced. */
class StoreClient extends Client {
  /** The server accepts no writes, and a new connection may reach another server. */
  mustBeReplaced = false
  readonly #listener: ClientListener

  constructor(config: ClientConfig, listener: ClientListener) {
    super(config)
    this.#listener = listener
    this.connection.on('errorMessage', (error: unknown) => {
      if (!isReadOnly(error)) return
      this.mustBeReplaced = true
      // Deferred, so that the current query gets its answer first.
      setImmediate(listener.readOnly)
    })
  }

  override connect(): Promise<Client>
  override connect(callback: (error: Error | null, client?: Client) => void): void
  override connect(callback?: (error: Error | null, client?: Client) => void): Promise<Client> | undefined {
    if (!callback) return super.connect()
    // The pool uses this callback form; if it fails, the pool only reads the error.
    super.connect((error: Error | null) => {
      if (error) this.#listener.failed()
      callback(error && markOutage(error), this)
    })
    return undefined
  }
}

type ServerState = { readonly direct: boolean; readonly read_only: string }

/**
 * Sets the limits for the whole connection if it is a direct one. A pooler returns another process id, would share the
 * settings with other clients, and refuses them in the startup message: there `begin` sets them
 * (`openPostgresDialect`).
 */
async function initialiseConnection(client: ClientBase, statementMs: number): Promise<ServerState> {
  const query: QueryConfig & { query_timeout: number } = {
    text: `select pg_backend_pid() = $1::int as direct, current_setting('transaction_read_only') as read_only,
      case when pg_backend_pid() = $1::int then set_config('statement_timeout', $2, false) end,
      case when pg_backend_pid() = $1::int then set_config('idle_in_transaction_session_timeout', $3, false) end`,
    values: [processOf(client), String(statementMs), String(IDLE_IN_TRANSACTION_MS)],
    query_timeout: INITIALISE_MS,
  }
  try {
    const { rows } = await client.query<ServerState>(query)
    return rows[0] ?? { direct: true, read_only: 'off' }
  } catch (error) {
    throw error instanceof DatabaseError || !(error instanceof Error) ? error : markOutage(error)
  }
}

/** Process id that the server, or the pooler in its place, sent when the connection was made. */
function processOf(client: ClientBase): number {
  // Safe: every client of `pg` has this field, which its types omit; it is read as unknown.
  const { processID } = client as unknown as { processID: unknown }
  return typeof processID === 'number' ? processID : 0
}

/** The `begin` statement behind a pooler. */
export const pooledBegin = (statementMs: number): string =>
  `begin; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/**
 * The same connections for statements that may take much longer: limits are raised while a piece of work holds a
 * connection and restored afterwards.
 */
export const patientPool = ({ pool, isPooled }: PostgresPool, statementMs: number, patientMs: number) => ({
  connect: async () => {
    const client = await pool.connect()
    if (!isPooled()) setLimits(client, patientMs, 0)
    const patientClient: Pick<PoolClient, 'query' | 'release'> = {
      // Safe: the query builder uses only this form, a text with its values.
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
    return patientClient
  },
  end: () => Promise.resolve(),
})

/** The limits are sent together with the next statement. */
function setLimits(client: ClientBase, statementMs: number, idleMs: number): void {
  const text = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleMs}`
  client.query(text).catch(() => undefined)
}
