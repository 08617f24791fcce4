import { randomUUID } from 'node:crypto'

import { archiveBody } from '@/lib/features/archive/contract'
import { archiveHandlers } from '@/lib/features/archive/handlers'
import { runArchives } from '@/lib/features/archive/run-archives'
import { storeDue } from '@/lib/features/archive/store-due'
import type { ArchiveDependencies } from '@/lib/features/archive/store-report'
import { reportDownloadHandlers } from '@/lib/features/report-downloads/handlers'
import type { PanelContext } from '@/lib/panel/context'
import { NO_NETWORKS, readAllowedNetworks } from '@/lib/panel/outgoing/allowed-networks'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { generateDailyReports } from '@/lib/service/reports/daily-reports'

import { announcementOf } from '../announcements'
import { jobDependenciesOf } from '../bzp-alerts'
import { panelContext, secretsOf } from '../panel-context'
import { makeMember } from '../people'
import type { TestService } from '../service'

export const ARCHIVE_SECRET = 'the secret of archives of the tests'

type ArchiveJobOptions = Partial<Omit<ArchiveDependencies, 'storage'>>

const LOOPBACK = readAllowedNetworks('127.0.0.1') ?? NO_NETWORKS

export const archiveDependenciesOf = (service: TestService, more: ArchiveJobOptions = {}): ArchiveDependencies => ({
  ...jobDependenciesOf(service),
  dataDir: service.service.dependencies.config.dataDir,
  secrets: secretsOf(ARCHIVE_SECRET),
  outgoing: { allowed: LOOPBACK },
  ...more,
})

/** Checks the index, stores due reports, and checks again. */
export async function runArchiveJobs(service: TestService, more: ArchiveJobOptions = {}): Promise<void> {
  const jobs = archiveDependenciesOf(service, more)
  await runArchives(jobs)
  for (let round = 0; round < 5; round += 1) await storeDue(jobs)
  await runArchives(jobs)
}

type Body = Parameters<typeof archiveBody.parse>[0]

export async function openArchive(service: TestService, more: Partial<PanelContext> = {}) {
  const { accountId, apiKey } = await service.createAccount({ name: 'Archiwum sp. z o.o.' })
  const user = await makeMember(service.storage, { accountId, email: `${randomUUID()}@example.test` })
  const context = (): PanelContext =>
    panelContext(service, accountId, {
      secrets: secretsOf(ARCHIVE_SECRET),
      outgoing: { allowed: LOOPBACK },
      account: { id: accountId, slug: 'test', name: 'Archiwum sp. z o.o.' },
      user: { id: user.id, email: user.email, role: 'owner' },
      ...more,
      now: service.clock.now(),
    })
  const bodyOf = (change: Body = {}) =>
    archiveBody.parse({
      enabled: true,
      place: 'disk',
      sources: ['krz'],
      formats: ['csv'],
      keep_days: 30,
      s3: null,
      ...Object(change),
    })
  return {
    accountId,
    apiKey,
    user,
    update: (change: Body = {}) => archiveHandlers['archive.update']({ body: bodyOf(change) }, context()),
    validate: (change: Body = {}) => archiveHandlers['archive.validate']({ body: bodyOf(change) }, context()),
    get: () => archiveHandlers['archive.get']({}, context()),
    runNow: () => archiveHandlers['archive.runNow']({}, context()),
    removal: (keep_days: number) => archiveHandlers['archive.removal']({ query: { keep_days } }, context()),
    list: (query: { limit?: number; cursor?: string; date_from?: string; date_to?: string } = {}) =>
      archiveHandlers['archive.list']({ query: { limit: 200, ...query } }, context()),
    givePurpose: () =>
      reportDownloadHandlers['reportDownloads.givePurpose']({ body: { purpose: 'duty', note: '' } }, context()),
    download: (id: string) => archiveHandlers['archive.download']({ params: { id } }, context()),
  }
}

let lastAnnouncementIndex = 0

/** Publishes KRZ announcements on a day, so that its report has rows, and generates the missing reports. */
export async function publishDay(service: TestService, day: string, rows: number): Promise<void> {
  const announcements = Array.from({ length: rows }, () => announcementOf('krz', (lastAnnouncementIndex += 1), { day }))
  await insertAnnouncements(service.storage.db, announcements)
  await generateDailyReports(service.service.dependencies)
}
