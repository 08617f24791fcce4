import { warsawDay } from '@/lib/domain/calendar'
import { listAnnouncementsAgainst, listWarningsOf } from '@/lib/service/registers/statements/risk-facts'
import type { SubjectTable } from '@/lib/service/registers/tables'

import type { Context, HandlersOf } from '../http/context'
import { requireCompany } from './company-key'
import { type RiskFacts, scoreRisk } from './risk-score'

/** Interface section 4.13 and decision 21 (what is charged): one unit, and nothing for an unknown subject. */
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

/**
 * Safe: rows of source `krs` are stored in the format of decision 31 (report rows); a row without the field is ignored.
 */
const changedField = (row: string): string => (JSON.parse(row) as { field?: string }).field ?? ''

/** Safe: rows of KNF are stored as items of the contract. */
const warnedName = (row: string): string => (JSON.parse(row) as { name?: string }).name ?? ''
