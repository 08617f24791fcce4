import type { Db } from '../../storage'

/** On the adapter of a store, which its transactions share with it: where a store is known, so is its key, in every copy of a module. */
const KEY = Symbol.for('registers-panel.audit-key')
type Holder = { [KEY]?: string }
/** Sound: the symbol is ours alone, and only `keepAuditKey` writes it. */
const holderOf = (db: Db) => db.getExecutor().adapter as Holder

/** Gives an opened store the key of its audit log. */
export function keepAuditKey(db: Db, key: string): void {
  holderOf(db)[KEY] = key
}

/** Throws where the process gave its store none. */
export function auditKeyOf(db: Db): string {
  const key = holderOf(db)[KEY]
  if (key === undefined) throw new Error('The store was opened without the key of its audit log')
  return key
}
