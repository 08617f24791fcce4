import { noticesAfter, noticeSpan } from '@/lib/service/bzp/statements/bzp-notices'
import type { Db, Storage } from '@/lib/storage/storage'

import { NoticeIndex } from './notice-index'
import { createYieldToEventLoop } from './yield-to-event-loop'

const DAY_MS = 86_400_000
/** Interface 4.3. */
export const PREVIEW_DAYS = 30
/** Kept a day longer than asked for, so that a clock slightly behind still sees its whole window. */
export const KEPT_MS = (PREVIEW_DAYS + 1) * DAY_MS

const PAGE = 500
const MAX_STALE_SHARE = 0.25

/** One index per store and process, filled on first use and caught up before every search. */
type Window = {
  index: NoticeIndex
  position: number
  /** Up to which position all notices were cleared away when it was begun. */
  readonly clearedUpTo: number
  filling: Promise<void> | null
}
const windows = new WeakMap<Storage, Window>()

/** The index with every notice that was committed before the call. `now` decides what is too old to load. */
export async function openNoticeIndex(storage: Storage, now: Date): Promise<NoticeIndex> {
  const span = await noticeSpan(storage.db)
  const known = windows.get(storage)
  // What it knows is gone when the notices were cleared away since.
  const window = known?.clearedUpTo === span.clearedUpTo ? known : emptyWindow(span)
  windows.set(storage, window)
  await catchUp(storage, window, { now, upTo: span.upTo })
  return window.index
}

/** Frees what left the window, once it is a quarter of the index. Called by the rollover. */
export async function trimNoticeIndex(storage: Storage, now: Date): Promise<void> {
  const index = windows.get(storage)?.index
  if (!index || index.countBefore(now.getTime() - KEPT_MS) <= index.size * MAX_STALE_SHARE) return
  const span = await noticeSpan(storage.db)
  const fresh = emptyWindow(span)
  await catchUp(storage, fresh, { now, upTo: span.upTo })
  windows.set(storage, fresh)
}

const emptyWindow = ({ clearedUpTo }: Pick<Window, 'clearedUpTo'>): Window => ({
  index: new NoticeIndex(),
  position: 0,
  clearedUpTo,
  filling: null,
})

type Until = { readonly now: Date; readonly upTo: number }

async function catchUp(storage: Storage, window: Window, { now, upTo }: Until): Promise<void> {
  while (window.position < upTo) {
    window.filling ??= fill({ db: storage.db, window, now, upTo }).finally(() => {
      window.filling = null
    })
    await window.filling
  }
}

async function fill({ db, window, now, upTo }: { db: Db; window: Window; now: Date; upTo: number }): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop()
  const since = new Date(now.getTime() - KEPT_MS).toISOString()
  for (;;) {
    const page = await noticesAfter(db, { after: window.position, upTo, limit: PAGE })
    for (const notice of page) {
      if (notice.published_at >= since) window.index.add(notice)
      window.position = notice.position
      await yieldToEventLoop()
    }
    if (page.length < PAGE) break
  }
  window.position = upTo
}
