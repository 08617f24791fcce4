'use client'

import { useTranslations } from 'use-intl'

import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'

/** Why the viewer may not change an alert; undefined where they may. */
export function useChangeDenied(): (alert: Pick<BzpAlert, 'may_change'>) => string | undefined {
  const t = useTranslations('bzp-alerts')
  const roles = useTranslations('layout.roles')
  return ({ may_change: mayChange }) =>
    mayChange ? undefined : t('denied', { owner: roles('owner'), compliance: roles('compliance') })
}
