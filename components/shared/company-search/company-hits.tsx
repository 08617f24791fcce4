'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { matchesCompanyName } from '@/lib/domain/companies/company-name'
import { readCompanyNumbers } from '@/lib/domain/companies/company-number'

import { type CompanyHit, useWatchedCompanies } from './company-results'
import { CompanyRow } from './company-row'

/** The companies of an answer of the search whose monitors are requested. */
const MAX_WATCHED = 100

interface CompanyHitsProps {
  readonly hits: readonly CompanyHit[]
  readonly q: string
}

/** Found companies; those whose name only resembles the text follow under a heading of their own. */
export function CompanyHits({ hits, q }: CompanyHitsProps) {
  const t = useTranslations('search')
  const headingId = useId()
  const watched = useWatchedCompanies(hits.slice(0, MAX_WATCHED))
  const isExact = exactTest(q)
  const [exact, similar] = [hits.filter(isExact), hits.filter((hit) => !isExact(hit))]
  const toRow = (hit: CompanyHit) => <CompanyRow key={hit.id} hit={hit} q={q} monitor={watched.get(hit.id)} />
  return (
    <>
      {exact.length > 0 && <ul aria-label={t('results')}>{exact.map(toRow)}</ul>}
      {similar.length > 0 && (
        <>
          <h2 id={headingId} className="border-t bg-side px-4 py-1.5 text-sm text-muted first:border-t-0">
            {t('similar')}
          </h2>
          <ul aria-labelledby={headingId}>{similar.map(toRow)}</ul>
        </>
      )}
    </>
  )
}

/** A company is also exact if it was found by its number. */
function exactTest(q: string): (hit: CompanyHit) => boolean {
  const numbers = readCompanyNumbers(q).map(({ value }) => value)
  return ({ name, id, krs, nip, regon }) =>
    [id, krs, nip, regon].some((number) => number != null && numbers.includes(number)) ||
    matchesCompanyName(name ?? '', q)
}
