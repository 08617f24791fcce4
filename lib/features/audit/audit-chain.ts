import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { fits, sealOf } from './audit-hashes'
import { readLastEntry, findChain, putChain } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'
import type { AuditChainTable } from './tables'

/** Left by the migration: entries from before there was a key, and no process with one has come by. */
const UNSEALED = 'unsealed'

/** `whole`: the seal fits. `begun`: from before there was a key. `broken`: it was changed, or taken away. */
export type ChainState = 'whole' | 'begun' | 'broken'
export type ReadChain = { readonly chain: AuditChainTable; readonly state: ChainState }

const empty = (accountId: string): AuditChainTable => ({
  account_id: accountId,
  entries: 0,
  head: '',
  plain_until: 0,
  keyed_from: 1,
  base_head: '',
  kept_from: 1,
  kept_head: '',
  seal: '',
})

/** What the store says of a chain, and whether that may be believed. `key`: of a store that was opened for reading only. */
export async function readChain(db: Db, accountId: string, key = auditKeyOf(db)): Promise<ReadChain> {
  const known = await findChain(db, accountId)
  const chain = known ?? empty(accountId)
  const last = await readLastEntry(db, accountId)
  // Entries that the row does not know: it was taken away, or they were added by somebody else. What comes next follows them all the same.
  if (last && last.number > chain.entries) {
    return { chain: { ...chain, entries: last.number, head: last.hash }, state: 'broken' }
  }
  return { chain, state: known ? stateOf(known, key) : 'whole' }
}

function stateOf(chain: AuditChainTable, key: string): ChainState {
  if (chain.seal === UNSEALED) return 'begun'
  return fits(sealOf(key, chain), chain.seal) ? 'whole' : 'broken'
}

/** Writes where the chain ends now. What did not fit before is never sealed again: that would hide it. */
export async function writeChain(db: AccountTx, { chain, state }: ReadChain): Promise<void> {
  const seal = state === 'broken' ? '' : sealOf(auditKeyOf(db), chain)
  await putChain(db, { ...chain, seal })
}
