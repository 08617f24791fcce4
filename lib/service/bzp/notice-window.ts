import { noticesAfter, noticeSpan } from '@/lib/service/bzp/statements/bzp-notices'
import type { Db, Storage } from '@/lib/storage/storage'

import { NoticeIndex } from './notice-index'
import { createYieldToEventLoop } from './yield-to-event-loop'

const DAY_MS = 86_400_000
/** Interface section 4.3 (BZP preview). */
export const PREVIEW_DAYS = 30
/** One day longer than the window, so that a process whose clock is slightly behind still has its whole window. */
export const RETAINED_MS = (PREVIEW_DAYS + 1) * DAY_MS

const PAGE = 500
const MAX_STALE_SHARE = 0.25

/** One index per store and process, filled on first use and updated before every search. */
type Window = {
  index: NoticeIndex
  position: number
  /** Notices up to this position had been deleted as a whole when the window was created. */
  readonly clearedUpTo: number
  filling: Promise<void> | null
}
const windows = new WeakMap<Storage, Window>()

/** The index with every notice committed before the call. Notices that are too old at `now` are not loaded. */
export async function openNoticeIndex(storage: Storage, now: Date): Promise<NoticeIndex> {
  const span = await noticeSpan(storage.db)
  const cached = windows.get(storage)
  // The cached index is dropped if notices were cleared after it was created.
  const window = cached?.clearedUpTo === span.clearedUpTo ? cached : emptyWindow(span)
  windows.set(storage, window)
  await catchUp(storage, window, { now, upTo: span.upTo })
  return window.index
}

/** Frees the notices that left the window once they are a quarter of the index. Called by the job of the sample notices. */
export async function trimNoticeIndex(storage: Storage, now: Date): Promise<void> {
  const index = windows.get(storage)?.index
  if (!index || index.countBefore(now.getTime() - RETAINED_MS) <= index.size * MAX_STALE_SHARE) return
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

type CatchUpEnd = { readonly now: Date; readonly upTo: number }

async function catchUp(storage: Storage, window: Window, { now, upTo }: CatchUpEnd): Promise<void> {
  while (window.position < upTo) {
    window.filling ??= fill({ db: storage.db, window, now, upTo }).finally(() => {
      window.filling = null
    })
    await window.filling
  }
}

async function fill({ db, window, now, upTo }: { db: Db; window: Window; now: Date; upTo: number }): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop()
  const since = new Date(now.getTime() - RETAINED_MS).toISOString()
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
