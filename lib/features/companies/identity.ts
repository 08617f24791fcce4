import type { SearchHit } from '@/lib/contract/records'
import { isApiError } from '@/lib/domain/api-error'
import { type CompanyNumber, openedNumber, readCompanyNumbers } from '@/lib/domain/companies/company-number'
import type { PanelContext } from '@/lib/panel/context'

/** A company as the free search finds it by a number. A remote service may leave fields out. */
export type Identity = {
  /** Under which its answers are kept: the KRS number, or else NIP, REGON or id. */
  readonly number: string
  readonly krs: string | null
  readonly nip: string | null
  readonly regon: string | null
  readonly id: string | null
  /** As the search gave it; null where it finds nothing by this number. */
  readonly company: SearchHit | null
  /** False: the service refuses the search too (402), and nobody knows whether it would find it. */
  readonly isSearched: boolean
}

const UNKNOWN = { krs: null, nip: null, regon: null, id: null, company: null, isSearched: true }

/** Who is meant by a number as typed. Free of charge. A number in no known form is kept as it came, and nothing is found by it. */
export async function identifyCompany({ ask }: Pick<PanelContext, 'ask'>, typed: string): Promise<Identity> {
  const forms = readCompanyNumbers(typed)
  const [first] = forms
  if (first === undefined) return { ...UNKNOWN, number: typed.trim() }
  const hit = await findBy(ask, forms).catch(refusedAsNull)
  // What was paid for before is still there to be read.
  if (hit === null) return { ...numbered(first), isSearched: false }
  if (hit === undefined) return numbered(first)
  const { krs, nip, regon, id } = hit
  return { number: openedNumber(hit), krs, nip, regon, id, company: hit, isSearched: true }
}

/** An account without a subscription is refused even what is free. */
export function refusedAsNull(error: unknown): null {
  if (isApiError(error) && error.status === 402) return null
  throw error
}

const numbered = ({ kind, value }: CompanyNumber): Identity => ({
  ...UNKNOWN,
  number: value,
  ...(kind === 'subject_id' ? { id: value } : { [kind]: value }),
})

async function findBy(ask: PanelContext['ask'], forms: readonly CompanyNumber[]): Promise<SearchHit | undefined> {
  for (const { kind, value } of forms) {
    const { items } = await ask('search.list', { query: { q: value, limit: 10 } })
    const field = kind === 'subject_id' ? 'id' : kind
    const found = items.find((hit) => hit[field] === value)
    if (found?.id !== undefined && found.name !== undefined) return toHit(found)
  }
  return undefined
}

type Read = { readonly [Field in keyof SearchHit]?: SearchHit[Field] | undefined }

const toHit = ({ id = '', name = '', status = '', ...hit }: Read): SearchHit => ({
  id,
  name,
  status,
  krs: hit.krs ?? null,
  nip: hit.nip ?? null,
  regon: hit.regon ?? null,
  legal_form: hit.legal_form ?? null,
  city: hit.city ?? null,
})
