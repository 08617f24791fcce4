import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'

import type { Database } from '../tables'
import { repeatLost } from './repeat'

/** The query builder of the store. It retries transactions that lost to another one. */
export class RepeatingKysely extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (tx: Transaction<Database>) => Promise<T>) => repeatLost(() => execute(work)),
    })
  }
}
