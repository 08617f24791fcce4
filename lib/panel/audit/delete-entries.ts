import type { AccountTx } from '@/lib/storage/engine/account-lock'

import { readChain, writeChain } from './audit-chain'

/** Lets all entries of a log go, because its account goes. */
export async function openLogForDeletion(db: AccountTx, accountId: string): Promise<void> {
  const { chain, state } = await readChain(db, accountId)
  if (chain.entries === 0) return
  await writeChain(db, { chain: { ...chain, kept_from: chain.entries + 1, kept_head: chain.head }, state })
}
