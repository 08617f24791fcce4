'use client'

import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PageHeader } from '@/components/layout/page-header'
import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { companyPath, routes } from '@/lib/domain/routes'

/** Letters of it that are shown. */
const SHOWN = 80

/** Stands for the page of a company whose address has no number of one: nothing was asked for. `shown`: with personal numbers masked. */
export function NoCompanyNumber({ shown }: { readonly shown: string }) {
  const t = useTranslations('companies.noNumber')
  const isPersonal = isMaskedText(shown)
  useEffect(() => {
    // The bar and the history of the browser keep no personal number either.
    if (isPersonal) window.history.replaceState(null, '', companyPath(shown))
  }, [isPersonal, shown])
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState
          title={t('what')}
          action={
            <LinkButton href={asRoute(routes.search)} prefetch={false}>
              {t('search')}
            </LinkButton>
          }
        >
          <p>
            <bdi className="font-mono break-all">{shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown}</bdi>
          </p>
          <p>{t(isPersonal ? 'personal' : 'hint')}</p>
        </EmptyState>
      </Card>
    </>
  )
}
