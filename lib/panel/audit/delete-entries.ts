import type { Db } from '@/lib/storage/storage'

import { readChain, writeChain } from './audit-chain'

/** Lets all entries of a log go, because its account goes. Within a transaction that holds the account's lock. */
export async function openLogForDeletion(db: Db, accountId: string): Promise<void> {
  const { chain, state } = await readChain(db, accountId)
  if (chain.entries === 0) return
  await writeChain(db, { chain: { ...chain, kept_from: chain.entries + 1, kept_head: chain.head }, state })
}
