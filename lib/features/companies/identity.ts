import type { SearchHit } from '@/lib/contract/records'
import { isApiError } from '@/lib/domain/api-error'
import { type CompanyNumber, pageNumberOf, readCompanyNumbers } from '@/lib/domain/companies/company-number'
import type { PanelContext } from '@/lib/panel/context'

/** A company as found by the free search. Answers of a remote service may lack fields. */
export type CompanyIdentity = {
  /** The key of its stored answers: the KRS number, or else NIP, REGON or id. */
  readonly number: string
  readonly krs: string | null
  readonly nip: string | null
  readonly regon: string | null
  readonly id: string | null
  /** Result of the search; null if nothing was found. */
  readonly company: SearchHit | null
  /** False if the service refused even the free search (402), so it is unknown whether the company exists. */
  readonly isSearched: boolean
}

const UNKNOWN = { krs: null, nip: null, regon: null, id: null, company: null, isSearched: true }

/**
 * Finds the company of a typed number, free of charge. A number in an unknown format is used unchanged, and no company
 * is found.
 */
export async function identifyCompany(
  { callService }: Pick<PanelContext, 'callService'>,
  typed: string,
): Promise<CompanyIdentity> {
  const forms = readCompanyNumbers(typed)
  const [first] = forms
  if (first === undefined) return { ...UNKNOWN, number: typed.trim() }
  const hit = await findBy(callService, forms).catch(nullIfPaymentRequired)
  // Paid answers must remain readable without the search.
  if (hit === null) return { ...identityOfNumber(first), isSearched: false }
  if (hit === undefined) return identityOfNumber(first)
  const { krs, nip, regon, id } = hit
  return { number: pageNumberOf(hit), krs, nip, regon, id, company: hit, isSearched: true }
}

/** An account without a subscription is refused even free calls. */
export function nullIfPaymentRequired(error: unknown): null {
  if (isApiError(error) && error.status === 402) return null
  throw error
}

const identityOfNumber = ({ kind, value }: CompanyNumber): CompanyIdentity => ({
  ...UNKNOWN,
  number: value,
  ...(kind === 'subject_id' ? { id: value } : { [kind]: value }),
})

async function findBy(
  callService: PanelContext['callService'],
  forms: readonly CompanyNumber[],
): Promise<SearchHit | undefined> {
  for (const { kind, value } of forms) {
    const { items } = await callService('search.list', { query: { q: value, limit: 10 } })
    const field = kind === 'subject_id' ? 'id' : kind
    const found = items.find((hit) => hit[field] === value)
    if (found?.id !== undefined && found.name !== undefined) return toHit(found)
  }
  return undefined
}

type PartialHit = { readonly [Field in keyof SearchHit]?: SearchHit[Field] | undefined }

const toHit = ({ id = '', name = '', status = '', ...hit }: PartialHit): SearchHit => ({
  id,
  name,
  status,
  krs: hit.krs ?? null,
  nip: hit.nip ?? null,
  regon: hit.regon ?? null,
  legal_form: hit.legal_form ?? null,
  city: hit.city ?? null,
})
