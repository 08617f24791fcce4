import * as initial from './migrations/001-initial'
import * as monitorCounts from './migrations/002-monitor-counts'
import * as registers from './migrations/003-registers'
import * as subjectSearch from './migrations/004-subject-search'
import * as announcementsBySubject from './migrations/005-announcements-by-subject'
import * as rateLimits from './migrations/006-rate-limits'
import * as audit from './migrations/007-audit'
import * as finance from './migrations/008-finance'
import * as events from './migrations/009-events'
import * as savedViews from './migrations/010-saved-views'
import * as personalData from './migrations/011-personal-data'
import * as noticeSearch from './migrations/012-notice-search'
import * as bulkTags from './migrations/013-bulk-tags'
import * as tagChanges from './migrations/014-tag-changes'
import * as evidence from './migrations/015-evidence'
import * as imports from './migrations/016-imports'
import * as alertMail from './migrations/017-alert-mail'
import * as packSettings from './migrations/018-pack-settings'
import * as oneText from './migrations/019-one-text'
import * as announcedWorld from './migrations/020-announced-world'
import * as foldedEvents from './migrations/021-folded-events'
import * as importUndo from './migrations/022-import-undo'
import * as unreadCapChanges from './migrations/023-unread-cap-changes'
import * as people from './migrations/024-people'
import * as keyLimits from './migrations/025-key-limits'
import * as auditChains from './migrations/026-audit-chains'
import * as auditPersons from './migrations/027-audit-persons'
import * as proofFailures from './migrations/028-proof-failures'
import * as maskedSearch from './migrations/031-masked-search'
import * as noticeDetails from './migrations/032-notice-details'
import * as bzpAlerts from './migrations/033-bzp-alerts'
import * as attachedMonitors from './migrations/034-attached-monitors'
import * as knownReports from './migrations/035-known-reports'
import * as feeds from './migrations/036-feeds'
import * as reportSchedules from './migrations/037-report-schedules'
import * as deliveries from './migrations/038-deliveries'
import * as rules from './migrations/039-rules'
import * as reportArchive from './migrations/040-report-archive'
import * as spendRules from './migrations/041-spend-rules'
import * as riskReadings from './migrations/042-risk-readings'
import * as deliveryIndexes from './migrations/044-delivery-indexes'
import * as downloadEdition from './migrations/045-download-edition'
import * as companyFacts from './migrations/046-company-facts'
import * as companyAnswers from './migrations/047-company-answers'
import * as companySearch from './migrations/048-company-search'
import * as documentDownloads from './migrations/051-document-downloads'
import * as keptCallAnswers from './migrations/052-kept-call-answers'
import * as whiteListRuns from './migrations/053-white-list-runs'
import * as registerAnswers from './migrations/054-register-answers'
import * as consoleCalls from './migrations/055-console-calls'
import * as jobRuns from './migrations/057-job-runs'
import * as dueWork from './migrations/061-due-work'
import * as refoldedTexts from './migrations/063-refolded-texts'
import * as importLists from './migrations/064-import-lists'
import * as accountTerms from './migrations/065-account-terms'
import * as payers from './migrations/066-payers'
import * as bulkRuns from './migrations/069-bulk-runs'
import * as sealedEvidenceKey from './migrations/073-sealed-evidence-key'
import * as groupsUnsaid from './migrations/074-groups-unsaid'
import * as numbersOfHits from './migrations/075-numbers-of-hits'
import * as announcementOrder from './migrations/077-announcement-order'
import * as tenderRules from './migrations/078-tender-rules'
import * as oneOutbox from './migrations/081-one-outbox'
import * as nextAt from './migrations/083-next-at'
import * as rulesByKind from './migrations/084-rules-by-kind'
import * as keptAnswers from './migrations/085-kept-answers'
import * as plainNames from './migrations/086-plain-names'
import * as firstSteps from './migrations/087-first-steps'
import * as eventKinds from './migrations/088-event-kinds'
import * as calls from './migrations/089-calls'
import {
  executedMigrations,
  migrateWithin,
  type Migration,
  type MigrationStep,
  runMigrations,
} from './schema/run-migrations'
import { noteNeededByWriters } from './schema/store-notes'
import type { Db, Engine } from './storage'

/** Each migration is one module; names sort in order of application and are never changed. */
const migrations = {
  '001-initial': initial,
  '002-monitor-counts': monitorCounts,
  '003-registers': registers,
  '004-subject-search': subjectSearch,
  '005-announcements-by-subject': announcementsBySubject,
  '006-rate-limits': rateLimits,
  '007-audit': audit,
  '008-finance': finance,
  '009-events': events,
  '010-saved-views': savedViews,
  '011-personal-data': personalData,
  '012-notice-search': noticeSearch,
  '013-bulk-tags': bulkTags,
  '014-tag-changes': tagChanges,
  '015-evidence': evidence,
  '016-imports': imports,
  '017-alert-mail': alertMail,
  '018-pack-settings': packSettings,
  '019-one-text': oneText,
  '020-announced-world': announcedWorld,
  '021-folded-events': foldedEvents,
  '022-import-undo': importUndo,
  '023-unread-cap-changes': unreadCapChanges,
  '024-people': people,
  '025-key-limits': keyLimits,
  '026-audit-chains': auditChains,
  '027-audit-persons': auditPersons,
  '028-proof-failures': proofFailures,
  '031-masked-search': maskedSearch,
  '032-notice-details': noticeDetails,
  '033-bzp-alerts': bzpAlerts,
  '034-attached-monitors': attachedMonitors,
  '035-known-reports': knownReports,
  '036-feeds': feeds,
  '037-report-schedules': reportSchedules,
  '038-deliveries': deliveries,
  '039-rules': rules,
  '040-report-archive': reportArchive,
  '041-spend-rules': spendRules,
  '042-risk-readings': riskReadings,
  '044-delivery-indexes': deliveryIndexes,
  '045-download-edition': downloadEdition,
  '046-company-facts': companyFacts,
  '047-company-answers': companyAnswers,
  '048-company-search': companySearch,
  '051-document-downloads': documentDownloads,
  '054-register-answers': registerAnswers,
  '055-console-calls': consoleCalls,
  '052-kept-call-answers': keptCallAnswers,
  '053-white-list-runs': whiteListRuns,
  '057-job-runs': jobRuns,
  '061-due-work': dueWork,
  '077-announcement-order': announcementOrder,
  '081-one-outbox': oneOutbox,
  '078-tender-rules': tenderRules,
  '073-sealed-evidence-key': sealedEvidenceKey,
  '074-groups-unsaid': groupsUnsaid,
  '075-numbers-of-hits': numbersOfHits,
  '069-bulk-runs': bulkRuns,
  '065-account-terms': accountTerms,
  '066-payers': payers,
  '063-refolded-texts': refoldedTexts,
  '064-import-lists': importLists,
  '083-next-at': nextAt,
  '084-rules-by-kind': rulesByKind,
  '085-kept-answers': keptAnswers,
  '086-plain-names': plainNames,
  '087-first-steps': firstSteps,
  '088-event-kinds': eventKinds,
  '089-calls': calls,
}

/**
 * Migrations after which a process that does not know them must stop writing, because they drop or rename what it uses,
 * or change the meaning of a value. Running processes check this (`schema/watch-store.ts`).
 */
export const refusesOlderWriters: ReadonlySet<string> = new Set<string>([
  '088-event-kinds',
  '073-sealed-evidence-key',
  '075-numbers-of-hits',
  '086-plain-names',
  '085-kept-answers',
  '083-next-at',
  '081-one-outbox',
  '078-tender-rules',
])

const allMigrations: readonly Migration[] = Object.entries(migrations)
  .map(([name, { up }]) => ({ name, up }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

export const isKnownSchema = (name: string): boolean => name in migrations

export const newestSchema = (): string => allMigrations.at(-1)?.name ?? ''

/**
 * Migrates the store to the newest schema, or an empty store to the named one, in one transaction. Several processes
 * may call it at once: one migrates, the others wait. The store must not be of a newer version (`readSchema`).
 */
export async function migrate(
  db: Db,
  engine: Engine,
  { to, report }: { to?: string; report?: (step: MigrationStep) => void } = {},
): Promise<void> {
  const until = allMigrations.filter(({ name }) => to === undefined || name <= to)
  await runMigrations(db, engine, { known: until, report, after: noteNeeded })
}

/** Does the same inside an existing transaction. */
export const migrateIn = (db: Db, engine: Engine, to?: string): Promise<void> =>
  migrateWithin(db, engine, {
    known: allMigrations.filter(({ name }) => to === undefined || name <= to),
    after: noteNeeded,
  })

async function noteNeeded(db: Db, executed: readonly string[]): Promise<void> {
  const last = executed.findLast((name) => refusesOlderWriters.has(name))
  if (last !== undefined) await noteNeededByWriters(db, last)
}

export type Schema = {
  /** The last migration of the store; undefined if it has no tables. */
  readonly last: string | undefined
  /** Migrations that this version would run, in order. */
  readonly pending: readonly string[]
  /** Migrations that this version does not know, because the store is of a newer one. */
  readonly unknown: readonly string[]
}

export async function readSchema(db: Db, engine: Engine): Promise<Schema> {
  const executed = await executedMigrations(db, engine)
  return {
    last: executed.at(-1),
    pending: allMigrations.map(({ name }) => name).filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !isKnownSchema(name)),
  }
}
