import type { PanelAnswer } from '@/lib/client/client'

type Found = Pick<PanelAnswer<'companies.get'>, 'company' | 'number'>

interface WatchedNumber {
  readonly identifier_type: 'krs' | 'nip' | 'subject_id'
  readonly identifier_value: string
}

/**
 * By which number a company is watched: KRS, or else NIP, or else the service's own id. Undefined where there is none of those: a REGON
 * cannot be watched.
 */
export function watchedNumber({ company, number }: Found): WatchedNumber | undefined {
  if (company?.krs) return { identifier_type: 'krs', identifier_value: company.krs }
  if (company?.nip) return { identifier_type: 'nip', identifier_value: company.nip }
  if (company !== null) return { identifier_type: 'subject_id', identifier_value: company.id }
  // Nothing finds it: by its form alone, which the panel has checked.
  if (/^0{3}\d{7}$/.test(number)) return { identifier_type: 'krs', identifier_value: number }
  return /^\d{10}$/.test(number) ? { identifier_type: 'nip', identifier_value: number } : undefined
}
