import { warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import type { RiskWatchTable } from '@/lib/storage/panel/rules/risk-tables'
import { lockRiskWatch, updateRiskWatch } from '@/lib/storage/panel/rules/risk-watches'
import type { Storage } from '@/lib/storage/storage'

import { recordAudit } from '../../audit/audit'

/** Counts begin anew with each Warsaw day and month. What a day that is over has read is one line of the audit log. */
export function openRiskDay(storage: Storage, accountId: string, now: Date): Promise<void> {
  const { engine } = storage
  const [month, day] = [warsawMonth(now), warsawDay(now)]
  return inAccounts(storage, [accountId], async (db) => {
    const watch = await lockRiskWatch({ db, engine }, { account_id: accountId, month, day })
    if (watch.month < month) await updateRiskWatch(db, accountId, { month, used_units: 0 })
    if (watch.day >= day) return
    await updateRiskWatch(db, accountId, { day, day_companies: 0, day_units: 0, day_unknown: 0 })
    if (isQuiet(watch)) return
    const after = {
      day: watch.day,
      companies: watch.day_companies,
      units: watch.day_units,
      ...(watch.day_unknown > 0 && { unknown: watch.day_unknown }),
    }
    await recordAudit(db, { accountId, actor: 'panel', action: 'rules.readRisk', after, now })
  })
}

const isQuiet = ({ day_companies: companies, day_units: units, day_unknown: unknown }: RiskWatchTable): boolean =>
  companies === 0 && units === 0 && unknown === 0
