import { randomInt } from 'node:crypto'

import { warsawDay } from '@/lib/domain/calendar'
import { chunksOf } from '@/lib/domain/collections/chunks'
import { insertNotices } from '@/lib/service/bzp/statements/bzp-notices'
import type { Storage } from '@/lib/storage/storage'

import { makeBzpNotice } from './bzp-notice'
import { toNewNotice } from './new-notice'

const CHUNK = 500
/** Daily notices have lower indexes. */
const LIVE_FROM = 2 ** 41

/** Publishes `count` additional notices now. */
export async function publishLiveNotices({ db }: Storage, count: number, now: Date): Promise<void> {
  const first = LIVE_FROM + randomInt(2 ** 40)
  const day = warsawDay(now)
  const notices = Array.from({ length: count }, (_, index) => makeBzpNotice(first + index, now.toISOString()))
  for (const chunk of chunksOf(notices, CHUNK)) {
    await insertNotices(
      db,
      chunk.map((notice) => toNewNotice(notice, day)),
    )
  }
}
