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

/** Sound because a value of a query only travels into `parameters`, where `bind` replaces it before anything reads it. */
const placeholder = (name: string): string => new Placeholder(name) as unknown as string

/**
 * A reading query that is built and compiled once per store instead of once per call: for the few that every request asks.
 * `build` gets placeholders in the place of its text parameters and must not look at them.
 */
export function statement<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compile = compiler(build)
  return async function ask(db: Db, parameters: P): Promise<R[]> {
    const { query, values } = compile(db, parameters)
    const { all } = readerOf(db)
    // Sound: the same query by another way, and its rows are not transformed on either.
    if (all && !db.isTransaction) return all(query.sql, values) as R[]
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows
  }
}

/** The same for a query that has at most one row. */
export function statementOfOne<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compile = compiler(build)
  return async function ask(db: Db, parameters: P): Promise<R | undefined> {
    const { query, values } = compile(db, parameters)
    const { first } = readerOf(db)
    // Sound: as above.
    if (first) return first(query.sql, values, db.isTransaction) as R | undefined
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows[0]
  }
}

function compiler<P extends Parameters, R>(build: (db: Db, parameters: P) => Compilable<R>) {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  // Sound: `build` reads each parameter by the names of P, and gets a placeholder of that name.
  const placeholders = new Proxy({}, { get: (_, name) => placeholder(String(name)) }) as P
  return (db: Db, parameters: P) => {
    // A transaction has an executor of its own, but the adapter of its store.
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, placeholders).compile()
    compiled.set(adapter, query)
    return { query, values: bind(query.parameters, parameters) }
  }
}

const bind = (values: readonly unknown[], parameters: Parameters): unknown[] =>
  values.map((value) => (value instanceof Placeholder ? parameters[value.name] : value))
