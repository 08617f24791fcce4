import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { accounts, panel, usage } from './001-accounts'
import { monitoring, publications } from './001-registers'

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await accounts(schema)
  await usage(schema)
  await monitoring(schema)
  await publications(schema)
  await panel(schema)
}
