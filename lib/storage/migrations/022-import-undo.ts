import type { Kysely } from 'kysely'

/** Which row of a list became which monitor, whether the service returned its subject's name, and who undid it when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['line', 'named'] as const) {
    await db.schema.alterTable('import_monitors').addColumn(column, 'bigint').execute()
  }
  for (const column of ['undone_at', 'undone_by'] as const) {
    await db.schema.alterTable('import_monitors').addColumn(column, 'text').execute()
  }
}
