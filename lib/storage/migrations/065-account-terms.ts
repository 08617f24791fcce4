import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createTable } from './schema'

/**
 * The terms of an account, and since when: the embedded service writes each change; for a remote one it is what the
 * panel observed.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable({ db, engine }, 'account_terms', {
    text: ['account_id', 'at', 'source'],
    nullableText: ['plan', 'state'],
    counter: ['number'],
    nullableInteger: ['included', 'unit_grosz'],
    primary: ['account_id', 'number'],
    references: { account_id: 'accounts' },
  })
}
