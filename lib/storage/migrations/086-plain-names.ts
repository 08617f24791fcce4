import { type Kysely, sql } from 'kysely'

/** Jobs are named after their feature: their recorded runs follow. */
const JOBS = {
  'filter-sightings': 'certificates',
  'bzp-alerts': 'bzp',
  'deliveries-forget': 'deliveries.forget',
  'white-list-runs': 'white-list.runs',
  'white-list-schedules': 'white-list.schedules',
  'audit-anchors': 'audit.anchors',
  'bulk-runs': 'bulk-tags',
  'panel-events': 'events',
  'risk-readings': 'rules.risk',
  'rule-messages': 'rules.messages',
  'period-packs': 'packs',
  forget: 'retention',
  'untold-downloads': 'report-downloads',
  'report-index': 'reports',
  'archive-store-1': 'archive.store-1',
  'archive-store-2': 'archive.store-2',
  'archive-store-3': 'archive.store-3',
  'archive-store-4': 'archive.store-4',
}

const COLUMNS = [
  ['rules', 'told_up_to', 'last_notified_hit'],
  ['rule_notices', 'told_after', 'hits_after'],
  ['rule_notices', 'told_up_to', 'hits_up_to'],
  ['deliveries', 'course_from', 'retry_cycle_from'],
  ['deliveries', 'course_at', 'retry_cycle_at'],
] as const

/** Columns, a state and jobs get names that say what they are. No value changes its meaning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, from, to] of COLUMNS) await db.schema.alterTable(table).renameColumn(from, to).execute()
  await sql`update report_schedule_runs set state = 'superseded' where state = 'made_up'`.execute(db)
  for (const [from, to] of Object.entries(JOBS)) {
    await sql`delete from job_runs where name = ${to}`.execute(db)
    await sql`update job_runs set name = ${to} where name = ${from}`.execute(db)
  }
}
