import { warsawMonth } from '@/lib/domain/calendar'
import { listReadSubjects } from '@/lib/storage/panel/rules/risk-readings'
import { findRiskWatch, riskUnitsIn } from '@/lib/storage/panel/rules/risk-watches'

import type { PanelHandlersOf } from '../../context'
import { mayPayForRisk } from './payers'
import { listRiskCompanies } from './subjects'

export const riskRuleHandlers: PanelHandlersOf<'riskRules'> = {
  'riskRules.scope': async ({ body }, context) => {
    const { storage, account, now } = context
    const companies = [...(await listRiskCompanies(context, body)).keys()]
    const known = await listReadSubjects(storage.db, account.id)
    return {
      companies: companies.length,
      unread: companies.filter((subject) => !known.has(subject)).length,
      used_units: riskUnitsIn(await findRiskWatch(storage.db, account.id), warsawMonth(now)),
      may_spend: await mayPayForRisk(context),
    }
  },
}
