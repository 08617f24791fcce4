'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SignInLink } from '@/components/layout/sign-in-link'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useCountValues } from '@/components/ui/use-count-values'
import { isApiError } from '@/lib/domain/api-error'

const numberIn = (detail: Readonly<Record<string, unknown>>, key: string): number => {
  const value = detail[key]
  return typeof value === 'number' ? value : 0
}

/** Why not everything was sent, and what to do; the typed text stands below it untouched. */
export function PasteFailure({ error }: { readonly error: unknown }) {
  const t = useTranslations('monitors.paste')
  const counted = useCountValues()
  const toText = useFailureText()
  if (isApiError(error) && error.status === 401) {
    return (
      <Banner tone="danger" action={<SignInLink />}>
        {t('session')}
      </Banner>
    )
  }
  if (isApiError(error) && error.code === 'monitor_limit') {
    const of = (key: string) => counted(numberIn(error.detail, key)).count
    const values = { limit: of('limit'), current: of('current'), requested: of('requested') }
    return <Banner tone="danger">{t('limit', values)}</Banner>
  }
  return <Banner tone="danger">{t('failed', { reason: toText(error) })}</Banner>
}
