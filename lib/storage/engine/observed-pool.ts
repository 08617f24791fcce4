import type { Pool, PoolClient } from 'pg'

import { type StatementObserver, statementObserver } from '@/lib/telemetry/statements'

/** Measures what the pool's connections are asked; leaves them as they are where nobody measures. */
export function observeStatements(pool: Pool): void {
  const observe = statementObserver('postgresql')
  if (observe) pool.on('connect', (client) => observeClient(client, observe))
}

type Query = (...args: unknown[]) => unknown
type Callback = (error: unknown, result: unknown) => void

function observeClient(client: PoolClient, observe: StatementObserver): void {
  // Sound: whatever `query` is given goes on as it came, and its result comes back as it is.
  const own = client as unknown as { query: Query }
  const query = own.query.bind(client)
  own.query = (...args) => {
    const sql = textOf(args[0])
    // A cursor, or whatever else brings its own way of being sent.
    if (sql === undefined) return query(...args)
    const end = observe(sql)
    const last = args.at(-1)
    if (typeof last === 'function') return query(...args.slice(0, -1), told(last as Callback, end))
    const asked = query(...args)
    if (asked instanceof Promise) asked.then(() => end(), end)
    return asked
  }
}

const told =
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
