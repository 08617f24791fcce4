import { warsawMonth } from '@/lib/domain/calendar'
import type { PanelHandlersOf } from '@/lib/panel/context'

import { listReadSubjects } from '../statements/risk-readings'
import { findRiskWatch, riskUnitsIn } from '../statements/risk-watches'
import { mayPayForRisk } from './payers'
import { listRiskCompanies } from './subjects'

export const riskRuleHandlers: PanelHandlersOf<'riskRules'> = {
  'riskRules.scope': async ({ body }, context) => {
    const { storage, account, now } = context
    const companies = [...(await listRiskCompanies(context, body)).keys()]
    const readSubjects = await listReadSubjects(storage.db, account.id)
    return {
      companies: companies.length,
      unread: companies.filter((subject) => !readSubjects.has(subject)).length,
      used_units: riskUnitsIn(await findRiskWatch(storage.db, account.id), warsawMonth(now)),
      may_spend: await mayPayForRisk(context),
    }
  },
}
