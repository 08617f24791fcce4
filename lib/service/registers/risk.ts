import { warsawDay } from '@/lib/domain/calendar'
import { listAnnouncementsAgainst, listWarningsOf } from '@/lib/service/registers/statements/risk-facts'
import type { SubjectTable } from '@/lib/service/registers/tables'

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
  const warnings = await listWarningsOf(db, company)
  return {
    status: company.status,
    vatStatus: company.vat_status,
    legalForm: company.legal_form,
    shareCapital: company.share_capital,
    registeredOn: company.registered_on,
    debtorAnnouncements: ofSource('krz').map(({ id, day, title }) => ({ source: 'krz', id, day, title })),
    changes: ofSource('krs').map(({ id, day, title, row }) => ({
      source: 'krs',
      id,
      day,
      title,
      field: changedField(row),
    })),
    warnings: warnings.map(({ id, day, row }) => ({ source: 'knf', id, day, title: warnedName(row) })),
  }
}

/** Sound because rows of source `krs` are stored as decision 31 has them; a row without the field counts for nothing. */
const changedField = (row: string): string => (JSON.parse(row) as { field?: string }).field ?? ''

/** Sound because rows of KNF are stored as the contract's items. */
const warnedName = (row: string): string => (JSON.parse(row) as { name?: string }).name ?? ''
