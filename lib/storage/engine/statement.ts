import type { Compilable, CompiledQuery } from 'kysely'

import type { Db } from '../storage'
import { readerOf } from './reader'

type Parameters = Readonly<Record<string, string>>

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Safe: a value of a query only passes into `parameters`, where `bind` replaces it before it is read. */
const placeholder = (name: string): string => new Placeholder(name) as unknown as string

/**
 * A query that is built and compiled once per store instead of once per call: for the few queries of every request.
 * `build` gets placeholders for its text parameters and must not inspect them.
 */
export function statement<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compile = compiler(build)
  return async function runStatement(db: Db, parameters: P): Promise<R[]> {
    const { query, values } = compile(db, parameters)
    const { all } = readerOf(db)
    // Safe: the same query by another path, and the query builder does not transform its rows either.
    if (all && !db.isTransaction) return all(query.sql, values) as R[]
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows
  }
}

/** For a query that has at most one row. */
export function statementOfOne<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compile = compiler(build)
  return async function runStatement(db: Db, parameters: P): Promise<R | undefined> {
    const { query, values } = compile(db, parameters)
    const { first } = readerOf(db)
    // Safe for the same reason as above.
    if (first) return first(query.sql, values, db.isTransaction) as R | undefined
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows[0]
  }
}

function compiler<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  // Safe: `build` reads parameters by the names of P and gets a placeholder of that name.
  const placeholders = new Proxy({}, { get: (_, name) => placeholder(String(name)) }) as P
  return (db: Db, parameters: P) => {
    // A transaction has a separate executor, but shares the adapter of its store.
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, placeholders).compile()
    compiled.set(adapter, query)
    return { query, values: bind(query.parameters, parameters) }
  }
}

const bind = (values: readonly unknown[], parameters: Parameters): unknown[] =>
  values.map((value) => (value instanceof Placeholder ? parameters[value.name] : value))
