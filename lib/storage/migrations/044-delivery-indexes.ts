import { type Kysely, sql } from 'kysely'

/**
 * Deliveries in progress by channel and sender, and the outcome of a rule's message, are found without scanning the
 * queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: readonly string[], present: string) =>
    db.schema
      .createIndex(`deliveries_${name}`)
      .on('deliveries')
      .columns([...columns])
      .where(sql.ref(present), 'is not', null)
      .execute()
  await index('by_claim', ['channel_id', 'claimed_until'], 'claimed_until')
  await index('by_holder', ['claimed_by'], 'claimed_by')
  await index('by_notice', ['notice_id'], 'notice_id')
}
