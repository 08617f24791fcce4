import { HttpError } from '@/lib/http/errors'
import { readMonitorCount } from '@/lib/service/monitors/statements/monitor-counts'

import type { Context } from '../http/context'

/**
 * Decision 4 (monitor limit): refuses the whole call with 409 if `requested` more monitors would exceed the plan's
 * limit. Exact under parallel calls, because the account is locked.
 */
export async function requireRoomForMonitors({ db, account }: Context, requested: number): Promise<void> {
  const limit = account.limits.monitors
  if (limit === null) return
  const current = await readMonitorCount(db, account.id)
  if (current + requested <= limit) return
  throw new HttpError('monitor_limit', `The plan allows ${limit} monitors; nothing was added`, {
    extra: { limit, current, requested },
  })
}
