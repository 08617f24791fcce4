import { isApiError } from '@/lib/domain/api-error'
import type { NoticeTerms } from '@/lib/domain/bzp/notice-filter'
import type { CallService } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'

import type { FoundNotice } from './match-view'
import { recordAlertHits } from './record-alert-hits'
import { isNewerNotice, satisfies } from './remote-notice'
import { hitKey, listKnownHits } from './statements/hits'
import type { TenderRule } from './statements/readings'

export type RemoteReader = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log'> & {
  readonly callService: CallService
  readonly accountId: string
}

export type ReadingProgress = Pick<TenderRule, 'complete_until' | 'gap_until' | 'missing' | 'problem'>
export type WatchedAlert = { readonly alert: TenderRule; readonly terms: NoticeTerms }

/** A filter that the service rejects must not stop the other alerts; other errors are thrown. */
export function refusedOrThrow(error: unknown): 'refused' {
  if (isApiError(error) && (error.status === 422 || error.status === 400)) return 'refused'
  throw error
}

export type StoreResult = {
  /** Whether every returned notice satisfies the filter. */
  readonly isHonest: boolean
  /** Whether any returned notice was known or older than the alert; all older notices have been seen then. */
  readonly hasKnown: boolean
  readonly count: number
}

/** Records new notices from the service as matches, skipping those that do not satisfy the filter. */
export async function storeNewMatches(
  { storage, clock }: RemoteReader,
  { alert, terms }: WatchedAlert,
  notices: readonly FoundNotice[],
): Promise<StoreResult> {
  const matching = notices.filter((notice) => satisfies(notice, terms))
  const later = matching.filter((notice) => isNewerNotice(notice, alert))
  const hits = later.map(({ id }) => ({ alert_id: alert.id, notice_id: id }))
  const knownHits = await listKnownHits(storage.db, hits)
  const newNotices = later.filter(({ id }) => !knownHits.has(hitKey({ alert_id: alert.id, notice_id: id })))
  // Oldest first, so that the newest notice gets the highest number.
  const found = newNotices.toReversed().map((notice) => ({ alert, notice }))
  await storage.db.transaction().execute((db) => recordAlertHits(db, found, clock()))
  return {
    isHonest: matching.length === notices.length,
    hasKnown: newNotices.length < matching.length,
    count: notices.length,
  }
}
