import { RETAINED_MS, openNoticeIndex, trimNoticeIndex } from '@/lib/service/bzp/notice-window'
import { deleteNoticesBefore } from '@/lib/service/bzp/statements/bzp-notices'
import type { ServiceDependencies } from '@/lib/service/http/context'
import type { ServiceJob } from '@/lib/service/jobs'

import { addSampleNotices, hasSampleNotices } from './notices'

/** Publishes sample notices up to now and deletes those older than 31 days. Does nothing without sample data. */
async function rollNotices(dependencies: ServiceDependencies): Promise<void> {
  if (!(await hasSampleNotices(dependencies))) return
  const { clock, storage } = dependencies
  await addSampleNotices(dependencies)
  const now = clock()
  await deleteNoticesBefore(storage.db, new Date(now.getTime() - RETAINED_MS).toISOString())
  await openNoticeIndex(storage, now)
  await trimNoticeIndex(storage, now)
}

export const bzpJob: ServiceJob = { name: 'bzp-notices', everyMs: 60_000, run: rollNotices }
