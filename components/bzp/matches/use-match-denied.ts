'use client'

import { useTranslations } from 'use-intl'

import type { BzpAlert, BzpMatch } from '@/lib/contract/panel/bzp-alerts'

/** Why the viewer may not change what was made of found procedures; undefined where they may. */
export function useMatchDenied(alerts: readonly BzpAlert[]): (matches: readonly BzpMatch[]) => string | undefined {
  const t = useTranslations('bzp-matches')
  const roles = useTranslations('layout.roles')
  const fixed = new Set(alerts.filter((alert) => !alert.may_change).map(({ id }) => id))
  return (matches) =>
    matches.some(({ alert_id: id }) => fixed.has(id))
      ? t('denied', { owner: roles('owner'), compliance: roles('compliance') })
      : undefined
}
