import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/** What an account chose for its statements of periods. Null: amounts are net alone. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'pack_settings', {
    id: 'account_id',
    nullableInteger: ['vat_percent'],
    references: { account_id: 'accounts' },
  })
}
