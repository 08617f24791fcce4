'use client'

import { useTranslations } from 'use-intl'

import { usePermission, useViewer } from '../viewer'

/** Leads an owner to where the plan is renewed or changed; nothing for other roles, or if the operator names no place. */
export function ProviderLink() {
  const t = useTranslations('common.payment.way')
  const { providerUrl } = useViewer()
  const { allowed } = usePermission('usage.setSpendCap')
  if (!allowed || providerUrl === undefined) return null
  return (
    <a href={providerUrl} className="underline underline-offset-2">
      {t('providerLink')}
    </a>
  )
}
