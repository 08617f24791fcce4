'use client'

import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { forgetCompanies, readRecentText, recallCompanies } from '@/lib/client/companies/recent-companies'
import { companyPath } from '@/lib/domain/routes'

import { rowKeys } from './row-keys'

const noChanges = () => () => undefined

/** What stands where nothing is looked for: the companies that were opened lately, or how to begin. */
export function RecentList({ isShort }: { readonly isShort: boolean }) {
  const t = useTranslations('search')
  const { mark } = useViewer()
  const [, setCleared] = useState(0)
  // The server does not know what the browser keeps.
  const text = useSyncExternalStore(noChanges, readRecentText, () => '')
  const companies = recallCompanies(mark, text)
  if (isShort || companies.length === 0) {
    return (
      <div className="border-t">
        <EmptyState title={t(isShort ? 'short' : 'empty.title')}>{isShort ? undefined : t('empty.text')}</EmptyState>
      </div>
    )
  }
  return (
    <section aria-labelledby="recent-companies" className="border-t pb-1.5">
      <div className="flex items-center justify-between gap-3 px-4 pt-2.5 pb-1">
        <h2 id="recent-companies" className="text-sm text-muted">
          {t('recent.title')}
        </h2>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            forgetCompanies(mark)
            setCleared((times) => times + 1)
          }}
        >
          {t('recent.clear')}
        </Button>
      </div>
      <ul aria-labelledby="recent-companies" ref={rowKeys}>
        {companies.map(({ number, name }) => (
          <li key={number}>
            <Link
              href={asRoute(companyPath(number))}
              data-company=""
              prefetch={false}
              className="flex items-center gap-2.5 px-4 py-2 outline-offset-[-2px] hover:bg-hover focus-visible:bg-selected"
            >
              <Icon name="clock" className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <span className="text-sm text-muted tabular">{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
