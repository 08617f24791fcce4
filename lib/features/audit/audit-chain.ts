import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { hashesMatch, sealOf } from './audit-hashes'
import { readLastEntry, findChain, putChain } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'
import type { AuditChainTable } from './tables'

/** Set by the migration on entries from before there was a key, until a process with a key writes the chain. */
const UNSEALED = 'unsealed'

/** `whole`: the seal is valid. `begun`: the log predates the key. `broken`: the row was changed or deleted. */
export type ChainState = 'whole' | 'begun' | 'broken'
export type VerifiedChain = { readonly chain: AuditChainTable; readonly state: ChainState }

const emptyChain = (accountId: string): AuditChainTable => ({
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

/** Reads the row of a chain and verifies it. `key` is passed for a store that was opened read-only. */
export async function readChain(db: Db, accountId: string, key = auditKeyOf(db)): Promise<VerifiedChain> {
  const storedChain = await findChain(db, accountId)
  const chain = storedChain ?? emptyChain(accountId)
  const last = await readLastEntry(db, accountId)
  // There are entries that the row does not know: either the row was deleted or the entries were forged. New entries
  // continue the chain anyway.
  if (last && last.number > chain.entries) {
    return { chain: { ...chain, entries: last.number, head: last.hash }, state: 'broken' }
  }
  return { chain, state: storedChain ? stateOf(storedChain, key) : 'whole' }
}

function stateOf(chain: AuditChainTable, key: string): ChainState {
  if (chain.seal === UNSEALED) return 'begun'
  return hashesMatch(sealOf(key, chain), chain.seal) ? 'whole' : 'broken'
}

/** Writes the new end of the chain. A broken chain is never sealed again, which would hide the tampering. */
export async function writeChain(db: AccountTx, { chain, state }: VerifiedChain): Promise<void> {
  const seal = state === 'broken' ? '' : sealOf(auditKeyOf(db), chain)
  await putChain(db, { ...chain, seal })
}
