'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { routes } from '@/lib/domain/routes'

import { PageHeader } from './page-header'

/** For an address without a page. For signed-in users the panel's frame surrounds it. */
export function NotFoundPage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslations('layout.missing')
  const path = usePathname()
  return (
    <>
      <PageHeader title={t('title')} />
      <Card>
        <EmptyState
          title={t('what')}
          action={
            <LinkButton href={isSignedIn ? routes.overview : routes.signIn}>
              {t(isSignedIn ? 'toOverview' : 'toSignIn')}
            </LinkButton>
          }
        >
          <code className="font-mono break-all">{path}</code>
          <p>{t(isSignedIn ? 'hint' : 'hintSignedOut')}</p>
        </EmptyState>
      </Card>
    </>
  )
}
