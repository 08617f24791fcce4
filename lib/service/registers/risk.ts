import { warsawDay } from '@/lib/domain/calendar'
import { countWarningsOf, listAnnouncementsAgainst } from '@/lib/storage/registers/risk-facts'
import type { SubjectTable } from '@/lib/storage/registers/tables'

import type { Context, HandlersOf } from '../http/context'
import { requireCompany } from './company-key'
import { type RiskFacts, scoreRisk } from './risk-score'

/** Interface 4.13 and decision 21: one unit, and nothing for a subject that nobody knows. */
export const riskHandlers: HandlersOf<'risk'> = {
  'risk.get': async ({ query }, { db, meter, now }) => {
    const company = await requireCompany(db, query)
    const score = scoreRisk(await factsOf(db, company), warsawDay(now))
    await meter.charge(1)
    const { id, krs, nip, name } = company
    return { id, krs, nip, name, ...score, assessed_at: now.toISOString() }
  },
}

async function factsOf(db: Context['db'], company: SubjectTable): Promise<RiskFacts> {
  const announcements = await listAnnouncementsAgainst(db, company)
  const ofSource = (source: 'krz' | 'krs') => announcements.filter((each) => each.source === source)
  return {
    status: company.status,
    vatStatus: company.vat_status,
    legalForm: company.legal_form,
    shareCapital: company.share_capital,
    registeredOn: company.registered_on,
    debtorAnnouncements: ofSource('krz').map(({ day }) => day),
    changedFields: ofSource('krs').map(({ row }) => changedField(row)),
    warnings: await countWarningsOf(db, company),
  }
}

/** Sound because rows of source `krs` are stored as decision 31 has them; a row without the field counts for nothing. */
const changedField = (row: string): string => (JSON.parse(row) as { field?: string }).field ?? ''
