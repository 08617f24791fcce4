import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

/** Lets a test insert rows without a lock. Safe only because nothing else uses the store at that time. */
export const asAccountTx = (db: Db): AccountTx => db as AccountTx
