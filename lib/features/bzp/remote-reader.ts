import type { OperationAnswer } from '@/lib/client/client'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import { postponePoll } from '@/lib/domain/back-off'
import { readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { startOfDay, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJobDependencies } from '@/lib/panel/job'

import { filterOf } from './prepare-tender'
import { readGap } from './remote-gap'
import {
  storeNewMatches,
  type StoreResult,
  type ReadingProgress,
  type RemoteReader,
  refusedOrThrow,
} from './remote-matches'
import { toFoundNotice } from './remote-notice'
import { countFoundSince } from './statements/hits'
import { listWatchedAlerts, updateReading, type TenderRule } from './statements/readings'
import { countPreview, listAccountsToWatch, openWatch, updateWatch } from './statements/watches'
import type { BzpWatchTable } from './tables'

const READ_INTERVAL_MS = 15 * 60_000
/** Previews per account and run, as they may cost something. The alerts that have waited longest are read first. */
const PREVIEWS_PER_RUN = 60
const MAX_RETRY_MS = 3_600_000

type ReaderDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'callFor'>
type Account = Awaited<ReturnType<typeof listAccountsToWatch>>[number]

/** Previews the alerts of each account at the remote service. A failure of one account does not affect the others. */
export async function readRemoteNotices(dependencies: ReaderDependencies, stopping?: AbortSignal): Promise<void> {
  const now = dependencies.clock()
  const before = new Date(now.getTime() - READ_INTERVAL_MS).toISOString()
  const accounts = await listAccountsToWatch(dependencies.storage.db, { now: now.toISOString(), before })
  await forEachAccount(accounts, (account) => readAccount(dependencies, account), {
    ...dependencies,
    isEmbedded: false,
    stopping,
    job: 'bzp',
    accountOf: ({ id }) => id,
    failureMessage: 'tenders were not read; the next run retries',
  })
}

async function readAccount({ callFor, ...dependencies }: ReaderDependencies, account: Account): Promise<void> {
  const { id } = account
  const reader: RemoteReader = { ...dependencies, accountId: id, callService: callFor(account) }
  const { storage, clock } = reader
  const watch = await openWatch(storage.db, id, warsawMonth(clock()))
  const alerts = await listWatchedAlerts(storage.db, id)
  const waiting = alerts.toSorted((a, b) => compareValues(a.read_at ?? '', b.read_at ?? ''))
  const read_at = clock().toISOString()
  try {
    for (const alert of waiting.slice(0, PREVIEWS_PER_RUN)) await readAlert(reader, alert)
    await updateWatch(storage.db, id, { read_at, retry_at: null, problem: null, failures: 0 })
  } catch (error) {
    if (!isApiError(error)) throw error
    const refusal = { problem: problemOf(error), retryAfterS: error.retryAfterS }
    const { failures } = watch
    await updateWatch(storage.db, id, postponePoll(refusal, { failures, now: clock(), longestMs: MAX_RETRY_MS }))
  }
}

function problemOf({ status }: ApiError): NonNullable<BzpWatchTable['problem']> {
  if (status === 429) return 'rate_limited'
  if (status === 402) return 'payment_required'
  return status >= 400 && status < 500 ? 'refused' : 'unreachable'
}

async function readAlert(reader: RemoteReader, alert: TenderRule): Promise<void> {
  const filter = filterOf(alert)
  const terms = readNoticeFilter(filter)
  if ('fault' in terms) return
  const { storage, callService, clock } = reader
  const now = clock()
  await countPreview(storage.db, reader.accountId)
  const preview = await callService('bzp.previewAlert', { body: filter }).catch(refusedOrThrow)
  if (preview === 'refused') return saveProgress(reader, alert, { problem: 'refused' })
  const stored = await storeNewMatches(reader, { alert, terms }, (preview.examples ?? []).map(toFoundNotice))
  const progress = await progressOf(reader, { alert, preview, stored, now })
  await saveProgress(reader, alert, progress)
  if (progress.missing === 0 || progress.problem !== null) return
  await saveProgress(reader, alert, await readGap(reader, { alert: { ...alert, ...progress }, terms }, now))
}

const saveProgress = (
  { storage, clock }: RemoteReader,
  alert: TenderRule,
  progress: Partial<ReadingProgress>,
): Promise<void> => updateReading(storage.db, alert, { ...progress, read_at: clock().toISOString() })

type PreviewResult = {
  readonly alert: TenderRule
  readonly preview: OperationAnswer<'bzp.previewAlert'>
  readonly stored: StoreResult
  readonly now: Date
}

/**
 * Nothing is missing if the examples reach back to known notices or are the whole result. A gap stays open until it has
 * been read, whatever newer examples show.
 */
async function progressOf(
  { storage }: RemoteReader,
  { alert, preview, stored, now }: PreviewResult,
): Promise<ReadingProgress> {
  const { complete_until, gap_until, missing } = alert
  const at = now.toISOString()
  if (!stored.isHonest) return { complete_until, gap_until, missing: Math.max(1, missing), problem: 'filter_ignored' }
  const reachesBack = stored.hasKnown || (preview.count ?? 0) <= stored.count
  if (missing === 0 && reachesBack) return { complete_until: at, gap_until: null, missing: 0, problem: null }
  const from = startOfDay(warsawDay(new Date(complete_until ?? alert.created_at)))
  const published = publishedSince(preview, warsawDay(from))
  const found = await countFoundSince(storage.db, alert.id, from.toISOString())
  return {
    complete_until,
    // A second gap above an open one merges with it.
    gap_until: reachesBack ? gap_until : null,
    missing: Math.max(1, published - found),
    // A problem is carried over: a list that ignored the filter is not paid for again until the alert is changed.
    problem: alert.problem,
  }
}

/** Procedures that the filter would have found since a day; without daily counts, those of the whole preview. */
function publishedSince({ daily, count }: PreviewResult['preview'], day: string): number {
  if (!daily || daily.length === 0) return count ?? 0
  return daily.reduce((sum, each) => ((each.date ?? '') >= day ? sum + (each.count ?? 0) : sum), 0)
}
