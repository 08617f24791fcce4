import type { Db } from '../storage'

type Holder = Record<symbol, string | undefined>
/** Safe: only the functions below write under these symbols. */
const holderOf = (db: Db) => db.getExecutor().adapter as unknown as Holder

/**
 * A secret that a process assigns to its store when it opens it. It is attached to the adapter, which transactions
 * share, so that it is found wherever the store is, in every copy of a module.
 */
export function storeKey(name: string, absent: string) {
  const symbol = Symbol.for(`registers-panel.${name}`)
  return {
    set: (db: Db, key: string): void => {
      holderOf(db)[symbol] = key
    },
    /** Throws if the process did not assign one. */
    of: (db: Db): string => {
      const key = holderOf(db)[symbol]
      if (key === undefined) throw new Error(absent)
      return key
    },
  }
}
