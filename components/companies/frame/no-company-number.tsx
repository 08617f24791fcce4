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

/** The number of characters shown of an invalid number. */
const MAX_CHARACTERS = 80

/**
 * Shown if the address has no valid company number; nothing is requested. `shown` is the number with personal numbers
 * masked.
 */
export function NoCompanyNumber({ shown }: { readonly shown: string }) {
  const t = useTranslations('companies.noNumber')
  const isPersonal = isMaskedText(shown)
  useEffect(() => {
    // The address bar and the history must not contain a personal number either.
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
            <bdi className="font-mono break-all">
              {shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS)}…` : shown}
            </bdi>
          </p>
          <p>{t(isPersonal ? 'personal' : 'hint')}</p>
        </EmptyState>
      </Card>
    </>
  )
}
