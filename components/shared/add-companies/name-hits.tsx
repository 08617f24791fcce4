'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { companySearchPath } from '@/lib/domain/routes'

import { CompanyHits } from '../company-search/company-hits'
import { useCompanyResults } from '../company-search/company-results'

/** The companies that a typed name finds, each with a button that watches it. */
export function NameHits({ q }: { readonly q: string }) {
  const t = useTranslations('monitors-add')
  const list = useCompanyResults(q)
  const [first] = list.data?.pages ?? []
  return (
    <div className="rounded-md border">
      <p className="px-4 py-2 text-sm text-muted">{t('searchFree')}</p>
      <p role="status" className="sr-only">
        {first !== undefined && !list.isPlaceholderData && t('count', { total: first.total ?? first.items.length })}
      </p>
      {list.isPending && (
        <QueryWaiting query={list}>
          <SkeletonRows rows={4} />
        </QueryWaiting>
      )}
      {list.isError && <QueryFailed query={list} contentName={t('what')} />}
      {first !== undefined && first.items.length === 0 && !list.isPlaceholderData && (
        <p className="border-t px-4 py-3">{t('none', { q })}</p>
      )}
      {first !== undefined && first.items.length > 0 && (
        <div className="border-t">
          <CompanyHits hits={first.items} q={q} />
          {list.hasNextPage && (
            <p className="border-t px-4 py-2.5">
              <Link href={asRoute(companySearchPath(q))} prefetch={false} className="underline underline-offset-2">
                {t('allHits', { total: first.total ?? '' })}
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  )
}
