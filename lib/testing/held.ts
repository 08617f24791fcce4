import type { AccountTx } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

/** A test that puts rows before anything runs holds no account, and nobody waits for it. Sound for that alone. */
export const held = (db: Db): AccountTx => db as AccountTx
