'use client'

import { useTranslations } from 'use-intl'

import { routes } from '@/lib/domain/routes'

/** Opens a new tab, so that text typed on this page is not lost; the session cookie applies to both tabs. */
export function SignInLink() {
  const t = useTranslations('common')
  return (
    <a href={routes.signIn} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      {t('signIn')}
    </a>
  )
}
