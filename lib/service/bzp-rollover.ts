import { deleteNoticesBefore } from '@/lib/storage/bzp-notices'

import type { ServiceDependencies } from './context'
import type { Job } from './jobs'
import { KEPT_MS, noticeIndexOf, trimNoticeIndex } from './notice-window'
import { addSampleNotices, hasSampleNotices } from './sample/notices'

/** Keeps the sample notices up to now as time passes and drops what is older than 31 days. Idle without sample data. */
async function rollNotices(dependencies: ServiceDependencies): Promise<void> {
  if (!(await hasSampleNotices(dependencies))) return
  const { clock, storage } = dependencies
  await addSampleNotices(dependencies)
  const now = clock()
  await deleteNoticesBefore(storage.db, new Date(now.getTime() - KEPT_MS).toISOString())
  await noticeIndexOf(storage, now)
  await trimNoticeIndex(storage, now)
}

export const bzpJob: Job = { name: 'bzp-notices', everyMs: 60_000, run: rollNotices }
