import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** Settings of an account for its statements of periods. Null: only net amounts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'pack_settings', {
    id: 'account_id',
    nullableInteger: ['vat_percent'],
    references: { account_id: 'accounts' },
  })
}
