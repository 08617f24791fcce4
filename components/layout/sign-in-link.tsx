'use client'

import { useTranslations } from 'use-intl'

import { routes } from '@/lib/domain/routes'

/** In a new tab: what is typed on this page stays, and the session's cookie serves both. */
export function SignInLink() {
  const t = useTranslations('common')
  return (
    <a href={routes.signIn} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      {t('signIn')}
    </a>
  )
}
