import type { Db } from '../storage'
import type { MonitorRecordTable } from './tables'

type Named = Pick<MonitorRecordTable, 'id' | 'identifier_type' | 'identifier_value' | 'label' | 'subject_name'>

/** Monitors of a company by any of its numbers, whoever has them. */
export async function listMonitorsOf(db: Db, companyId: string): Promise<Named[]> {
  const company = await db
    .selectFrom('subjects')
    .select(['id', 'krs', 'nip'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) return []
  const watched = [
    ['subject_id', company.id],
    ['krs', company.krs],
    ['nip', company.nip],
  ] as const
  const found: Named[] = []
  // One question for each: with an `or`, SQLite would read every monitor.
  for (const [type, value] of watched) {
    if (value === null) continue
    const rows = db
      .selectFrom('monitors')
      .select(['id', 'identifier_type', 'identifier_value', 'label', 'subject_name'])
      .where('identifier_type', '=', type)
      .where('identifier_value', '=', value)
    found.push(...(await rows.execute()))
  }
  return found
}

export async function renameMonitored(
  db: Db,
  id: string,
  { name, search_text }: { name: string; search_text: string },
): Promise<void> {
  await db.updateTable('monitors').set({ subject_name: name, search_text }).where('id', '=', id).execute()
}
