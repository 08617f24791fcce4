'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { companySearchPath } from '@/lib/domain/routes'

import { CompanyHits } from '../company-search/company-hits'
import { type CompanyPageOfHits, useCompanyResults, useHasCompanies } from '../company-search/company-results'

/** The companies that a typed name finds, each with a button that watches it. */
export function NameHits({ q }: { readonly q: string }) {
  const t = useTranslations('monitors-add')
  const list = useCompanyResults(q)
  const [first] = list.data?.pages ?? []
  return (
    <div className="rounded-md border">
      <p className="px-4 py-2 text-sm text-muted">{t('searchFree')}</p>
      {list.isPending && (
        <QueryWaiting query={list}>
          <SkeletonRows rows={4} />
        </QueryWaiting>
      )}
      {list.isError && <QueryFailed query={list} contentName={t('what')} />}
      {first && <FoundPage found={first} q={q} isOld={list.isPlaceholderData} hasMore={list.hasNextPage} />}
    </div>
  )
}

function NoHits({ q }: { readonly q: string }) {
  const t = useTranslations('monitors-add')
  const hasCompanies = useHasCompanies()
  return hasCompanies === undefined ? null : t(hasCompanies ? 'none' : 'noCompanies', { q })
}

interface FoundPageProps {
  readonly found: CompanyPageOfHits
  readonly q: string
  /** True if the results belong to an earlier text. */
  readonly isOld: boolean
  readonly hasMore: boolean
}

function FoundPage({ found: { items, total }, q, isOld, hasMore }: FoundPageProps) {
  const t = useTranslations('monitors-add')
  const isNothing = items.length === 0
  return (
    <div className="border-t">
      <p role="status" className={isNothing && !isOld ? 'px-4 py-3' : 'sr-only'}>
        {!isOld && (isNothing ? <NoHits q={q} /> : t('count', { total: total ?? items.length }))}
      </p>
      <CompanyHits hits={items} q={q} />
      {hasMore && (
        <p className="border-t px-4 py-2.5">
          <Link href={asRoute(companySearchPath(q))} prefetch={false} className="underline underline-offset-2">
            {t('allHits', { total: total ?? items.length })}
          </Link>
        </p>
      )}
    </div>
  )
}
