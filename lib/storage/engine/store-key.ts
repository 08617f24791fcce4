import type { Db } from '../storage'

type SecretsBySymbol = Record<symbol, string | undefined>
/** Safe: only the functions below write under these symbols. */
const secretsOf = (db: Db) => db.getExecutor().adapter as unknown as SecretsBySymbol

/**
 * Sets and reads a secret that a process assigns to a store when it opens the store. It is stored on the database
 * adapter, which transactions share, under a symbol that all copies of this module share.
 */
export function storeKey(name: string, missingMessage: string) {
  const symbol = Symbol.for(`registers-panel.${name}`)
  return {
    set: (db: Db, key: string): void => {
      secretsOf(db)[symbol] = key
    },
    /** Throws if the process did not assign one. */
    of: (db: Db): string => {
      const key = secretsOf(db)[symbol]
      if (key === undefined) throw new Error(missingMessage)
      return key
    },
  }
}
