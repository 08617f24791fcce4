import { metrics } from './metrics'
import { currentScope } from './scope'
import { failSpan, tracing } from './spans'

/** Called when a statement has ended. `error` is undefined if it succeeded. */
export type StatementEnd = (error?: unknown) => void
/** Called when a statement begins; returns the callback for its end. */
export type StatementObserver = (sql: string) => StatementEnd

const MAX_CACHED = 2000
type StatementInfo = { readonly kind: string; readonly name: string; readonly text: string }
const infoCache = new Map<string, StatementInfo>()

/** Undefined if nothing is measured; then nothing is wrapped. Called when a store is opened. */
export function statementObserver(system: 'sqlite' | 'postgresql'): StatementObserver | undefined {
  if (!metrics() && !tracing()) return undefined
  return (sql) => {
    const statement = infoOf(sql)
    const startedAt = performance.now()
    const traces = tracing()
    const parent = traces && currentScope()?.span
    // A statement outside any request or job, such as the renewal of a claim, would be a trace of one span.
    const span =
      parent &&
      traces?.start(
        statement.name,
        {
          kind: 'client',
          attributes: {
            'db.system.name': system,
            'db.operation.name': statement.kind,
            'db.query.text': statement.text,
          },
        },
        parent,
      )
    return (error) => {
      const labels = { statement: statement.kind }
      metrics()?.observe('registers_storage_duration_seconds', labels, (performance.now() - startedAt) / 1000)
      if (error !== undefined) metrics()?.count('registers_storage_failures_total', labels)
      if (!span) return
      if (error !== undefined) failSpan(span, error)
      span.end()
    }
  }
}

function infoOf(sql: string): StatementInfo {
  const found = infoCache.get(sql)
  if (found) return found
  if (infoCache.size >= MAX_CACHED) infoCache.clear()
  const info = describe(sql)
  infoCache.set(sql, info)
  return info
}

const VERBS = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'] as const
const MAX_TEXT = 2000

function describe(sql: string): StatementInfo {
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  const kind = VERBS.find((verb) => verb === word) ?? (word === 'with' ? 'select' : 'other')
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(sql)?.[1]
  return { kind, name: table === undefined ? kind : `${kind} ${table}`, text: withoutValues(sql).slice(0, MAX_TEXT) }
}

/** Values are parameters; literals in the text are removed. */
export const withoutValues = (sql: string): string =>
  sql.replaceAll(/'(?:[^']|'')*'/g, '?').replaceAll(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
