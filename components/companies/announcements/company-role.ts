import type { SearchHit } from '@/lib/contract/records'
import { isRecord } from '@/lib/domain/collections/json'

/** What a company is in an announcement: whom it is about, or one who acts in the case, by the register's own words. */
type CompanyRole = { readonly kind: 'debtor' | 'subject' } | { readonly kind: 'adviser'; readonly label: string }

type Numbers = Pick<SearchHit, 'krs' | 'nip'>
type Row = Readonly<Record<string, unknown>>

const isOwn = (value: unknown, own: string | null): boolean => own !== null && value === own

/** By its numbers alone; undefined where they do not tell. */
export function companyRole(row: Row, { krs, nip }: Numbers): CompanyRole | undefined {
  if (isOwn(row['debtor_krs'], krs) || isOwn(row['debtor_nip'], nip)) return { kind: 'debtor' }
  const advisers = Array.isArray(row['advisors']) ? row['advisors'].filter(isRecord) : []
  const own = advisers.find((each) => isOwn(each['krs'], krs) || isOwn(each['nip'], nip))
  if (own !== undefined) return { kind: 'adviser', label: wordsIn(own, 'event_label') ?? '' }
  return isOwn(row['krs'], krs) || isOwn(row['nip'], nip) ? { kind: 'subject' } : undefined
}

/** A field that holds words. */
export function wordsIn(row: Row, field: string): string | undefined {
  const value = row[field]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
