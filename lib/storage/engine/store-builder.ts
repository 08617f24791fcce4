import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'

import type { Database } from '../tables'
import { repeatLost } from './repeat'

/** The query builder of the store. Its transactions are run again where they lost to another one. */
export class StoreBuilder extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (on: Transaction<Database>) => Promise<T>) => repeatLost(() => execute(work)),
    })
  }
}
