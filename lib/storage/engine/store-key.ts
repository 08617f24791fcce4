import type { Db } from '../storage'

type Holder = Record<symbol, string | undefined>
/** Sound: only the functions below write under these symbols. */
const holderOf = (db: Db) => db.getExecutor().adapter as unknown as Holder

/**
 * A key that a process gives its store when it opens it. On the adapter, which transactions share with it: where a store is known, so is
 * its key, in every copy of a module.
 */
export function storeKey(name: string, absent: string) {
  const symbol = Symbol.for(`registers-panel.${name}`)
  return {
    keep: (db: Db, key: string): void => {
      holderOf(db)[symbol] = key
    },
    /** Throws where the process gave its store none. */
    of: (db: Db): string => {
      const key = holderOf(db)[symbol]
      if (key === undefined) throw new Error(absent)
      return key
    },
  }
}
