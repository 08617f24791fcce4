import type { SearchHit } from '@/lib/contract/records'
import { isRecord } from '@/lib/domain/collections/json'

/** The company's role in an announcement, as the register names it: its subject, or an adviser in the case. */
type CompanyRole = { readonly kind: 'debtor' | 'subject' } | { readonly kind: 'adviser'; readonly label: string }

type Numbers = Pick<SearchHit, 'krs' | 'nip'>
type Row = Readonly<Record<string, unknown>>

const isSameNumber = (value: unknown, companyNumber: string | null): boolean =>
  companyNumber !== null && value === companyNumber

/** Matches the company by its numbers only; undefined if they do not decide. */
export function companyRole(row: Row, { krs, nip }: Numbers): CompanyRole | undefined {
  if (isSameNumber(row['debtor_krs'], krs) || isSameNumber(row['debtor_nip'], nip)) return { kind: 'debtor' }
  const advisers = Array.isArray(row['advisors']) ? row['advisors'].filter(isRecord) : []
  const adviser = advisers.find((each) => isSameNumber(each['krs'], krs) || isSameNumber(each['nip'], nip))
  if (adviser !== undefined) return { kind: 'adviser', label: textOfField(adviser, 'event_label') ?? '' }
  return isSameNumber(row['krs'], krs) || isSameNumber(row['nip'], nip) ? { kind: 'subject' } : undefined
}

export function textOfField(row: Row, field: string): string | undefined {
  const value = row[field]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
