import type { PanelAnswer } from '@/lib/client/client'
import { monitoredNumberOf } from '@/lib/domain/companies/company-number'

type CompanyNumbers = Pick<PanelAnswer<'companies.get'>, 'company' | 'number'>

interface WatchedNumber {
  readonly identifier_type: 'krs' | 'nip' | 'subject_id'
  readonly identifier_value: string
}

/**
 * Returns the number by which a company is monitored: KRS, else NIP, else the id of the service. Undefined if it has
 * only a REGON, which cannot be monitored.
 */
export function watchedNumber({ company, number }: CompanyNumbers): WatchedNumber | undefined {
  if (company !== null) return monitoredNumberOf(company)
  // The search does not find the company, so the form of the number decides, which the panel has validated.
  if (/^0{3}\d{7}$/.test(number)) return { identifier_type: 'krs', identifier_value: number }
  return /^\d{10}$/.test(number) ? { identifier_type: 'nip', identifier_value: number } : undefined
}
