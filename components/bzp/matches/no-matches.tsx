'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { routes } from '@/lib/domain/routes'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import type { MatchSearch } from './match-search'

interface NoMatchesProps {
  readonly search: MatchSearch
  readonly alerts: readonly BzpAlert[]
}

export function NoMatches({ search, alerts }: NoMatchesProps) {
  const t = useTranslations('bzp-matches.empty')
  if (alerts.length === 0) {
    return (
      <EmptyState title={t('noAlerts')} action={<LinkButton href={routes.bzp}>{t('toSearch')}</LinkButton>}>
        {t('noAlertsText')}
      </EmptyState>
    )
  }
  if (search.alert !== undefined && !alerts.some(({ id }) => id === search.alert)) {
    return (
      <EmptyState title={t('noAlert')} action={<LinkButton href={asRoute(routes.bzpMatches)}>{t('toAll')}</LinkButton>}>
        {t('noAlertText')}
      </EmptyState>
    )
  }
  const isNarrowed = search.state !== 'open' || search.q !== '' || search.alert !== undefined
  return (
    <EmptyState title={t(isNarrowed ? 'noMatch' : 'nothing')}>
      {t(isNarrowed ? 'noMatchText' : 'nothingText')}
    </EmptyState>
  )
}
