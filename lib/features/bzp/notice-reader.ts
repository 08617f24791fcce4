import { readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { noticeOfRow, noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import type { BzpNoticeTable } from '@/lib/service/registers/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { type AlertIndex, createAlertIndex } from './alert-index'
import { type FoundByAlert, recordFound } from './record-found'
import { filterOf } from './saving'
import {
  findNoticeCursor,
  hasDueNotices,
  keepWaiting,
  lockNoticeCursor,
  moveNoticeCursor,
  takeDueNotices,
  wholeNoticesAfter,
} from './statements/cursor'
import { listWatchedAlerts, type TenderRule } from './statements/readings'

/** Of one transaction, which others wait for on SQLite. */
const PAGE = 200

type Reading = Pick<PanelJobDependencies, 'storage' | 'clock'>

/**
 * Matches what this installation's own service has published, for all accounts at once: each notice is looked at once. Matches and
 * cursor are one transaction under the lock of the cursor, so any number of processes find each notice once, and whoever dies in it has
 * found nothing. How many were found.
 */
export async function readNewNotices({ storage, clock }: Reading, stopping?: AbortSignal): Promise<number> {
  let found = 0
  const goesOn = async () => stopping?.aborted !== true && (await isBehind(storage.db, clock()))
  while (await goesOn()) found += await readPage(storage, clock())
  return found
}

async function isBehind(db: Db, now: Date): Promise<boolean> {
  const cursor = await findNoticeCursor(db)
  // Made with the first alert: before it nobody waits for notices.
  if (!cursor) return false
  return cursor.position < (await noticePosition(db)) || hasDueNotices(db, now.toISOString())
}

function readPage(storage: Storage, now: Date): Promise<number> {
  return storage.db.transaction().execute(async (db) => {
    const cursor = await lockNoticeCursor(db, now)
    const upTo = await noticePosition(db)
    const page = await wholeNoticesAfter(db, { after: cursor.position, upTo, limit: PAGE })
    const at = now.toISOString()
    const published = page.filter(({ published_at: of }) => of <= at)
    await keepWaiting(
      db,
      page.filter(({ published_at: of }) => of > at),
    )
    const due = await takeDueNotices(db, at)
    const isRead = page.length < PAGE
    const alerts = await listWatchedAlerts(db)
    const found = await recordFound(db, findIn([...due, ...published], compiledFor(storage, alerts)), now)
    const position = isRead ? upTo : (page.at(-1)?.position ?? upTo)
    await moveNoticeCursor(db, { position, read_until: isRead ? at : cursor.read_until })
    return found
  })
}

type Compiled = { readonly signature: string; readonly alerts: readonly TenderRule[]; readonly index: AlertIndex }

function findIn(notices: readonly BzpNoticeTable[], { alerts, index }: Compiled): FoundByAlert[] {
  const found: FoundByAlert[] = []
  for (const row of notices) {
    const finders = index.match(row).flatMap((place) => alerts[place] ?? [])
    const later = finders.filter((alert) => isLater(row, alert))
    if (later.length === 0) continue
    // One for all of them: what is kept of it is made once.
    const notice = noticeOfRow(row)
    found.push(...later.map((alert) => ({ alert, notice })))
  }
  return found
}

/** Later than what who saved the alert has just seen: stored later, or published later though stored before. */
const isLater = (notice: BzpNoticeTable, alert: TenderRule): boolean =>
  notice.position > alert.since_position || notice.published_at > alert.since_at

const compiled = new WeakMap<Storage, Compiled>()

/** Alerts change seldom, notices come often. */
function compiledFor(storage: Storage, rows: readonly TenderRule[]): Compiled {
  const signature = rows.map(({ id, updated_at: at }) => `${id} ${at}`).join('\n')
  const known = compiled.get(storage)
  if (known?.signature === signature) return known
  const read = rows.flatMap((alert) => {
    const terms = readNoticeFilter(filterOf(alert))
    return 'fault' in terms ? [] : [{ alert, terms }]
  })
  const index = createAlertIndex(read.map(({ terms }) => terms))
  const fresh = { signature, alerts: read.map(({ alert }) => alert), index }
  compiled.set(storage, fresh)
  return fresh
}
