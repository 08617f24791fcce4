import { readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { noticeOfRow, noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import type { BzpNoticeTable } from '@/lib/service/registers/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { type AlertIndex, createAlertIndex } from './alert-index'
import { filterOf } from './prepare-tender'
import { type AlertHit, recordAlertHits } from './record-alert-hits'
import {
  findNoticeCursor,
  hasDueNotices,
  storeWaitingNotices,
  lockNoticeCursor,
  moveNoticeCursor,
  claimDueNotices,
  listNoticesAfter,
} from './statements/cursor'
import { listWatchedAlerts, type TenderRule } from './statements/readings'

const PAGE = 200

type ReaderDependencies = Pick<PanelJobDependencies, 'storage' | 'clock'>

/**
 * Matches notices published by the embedded service, for all accounts at once. Matches and cursor are written in one
 * transaction under the cursor's lock: with any number of processes each notice is processed exactly once, and a
 * process that dies leaves nothing behind. Returns how many matches were found.
 */
export async function readNewNotices({ storage, clock }: ReaderDependencies, stopping?: AbortSignal): Promise<number> {
  let found = 0
  const hasMore = async () => stopping?.aborted !== true && (await isBehind(storage.db, clock()))
  while (await hasMore()) found += await readPage(storage, clock())
  return found
}

async function isBehind(db: Db, now: Date): Promise<boolean> {
  const cursor = await findNoticeCursor(db)
  // The cursor is created with the first alert; before that no alert waits for notices.
  if (!cursor) return false
  return cursor.position < (await noticePosition(db)) || hasDueNotices(db, now.toISOString())
}

function readPage(storage: Storage, now: Date): Promise<number> {
  return storage.db.transaction().execute(async (db) => {
    const cursor = await lockNoticeCursor(db, now)
    const upTo = await noticePosition(db)
    const page = await listNoticesAfter(db, { after: cursor.position, upTo, limit: PAGE })
    const at = now.toISOString()
    const published = page.filter(({ published_at: publishedAt }) => publishedAt <= at)
    await storeWaitingNotices(
      db,
      page.filter(({ published_at: publishedAt }) => publishedAt > at),
    )
    const dueNotices = await claimDueNotices(db, at)
    const isLastPage = page.length < PAGE
    const alerts = await listWatchedAlerts(db)
    const found = await recordAlertHits(db, findIn([...dueNotices, ...published], compileAlerts(storage, alerts)), now)
    const position = isLastPage ? upTo : (page.at(-1)?.position ?? upTo)
    await moveNoticeCursor(db, { position, read_until: isLastPage ? at : cursor.read_until })
    return found
  })
}

type CompiledAlerts = { readonly signature: string; readonly alerts: readonly TenderRule[]; readonly index: AlertIndex }

function findIn(notices: readonly BzpNoticeTable[], { alerts, index }: CompiledAlerts): AlertHit[] {
  const found: AlertHit[] = []
  for (const row of notices) {
    const finders = index.match(row).flatMap((position) => alerts[position] ?? [])
    const later = finders.filter((alert) => isNewerThanAlert(row, alert))
    if (later.length === 0) continue
    // All alerts share one object, so that its stored form is computed once.
    const notice = noticeOfRow(row)
    found.push(...later.map((alert) => ({ alert, notice })))
  }
  return found
}

/** Newer than what the user saw when saving the alert: stored later, or stored before and published later. */
const isNewerThanAlert = (notice: BzpNoticeTable, alert: TenderRule): boolean =>
  notice.position > alert.since_position || notice.published_at > alert.since_at

const compiledCache = new WeakMap<Storage, CompiledAlerts>()

/** Cached because alerts change rarely and notices arrive often. */
function compileAlerts(storage: Storage, rows: readonly TenderRule[]): CompiledAlerts {
  const signature = rows.map(({ id, updated_at: at }) => `${id} ${at}`).join('\n')
  const cached = compiledCache.get(storage)
  if (cached?.signature === signature) return cached
  const compiled = rows.flatMap((alert) => {
    const terms = readNoticeFilter(filterOf(alert))
    return 'fault' in terms ? [] : [{ alert, terms }]
  })
  const index = createAlertIndex(compiled.map(({ terms }) => terms))
  const fresh = { signature, alerts: compiled.map(({ alert }) => alert), index }
  compiledCache.set(storage, fresh)
  return fresh
}
