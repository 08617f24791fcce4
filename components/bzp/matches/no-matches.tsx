'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { routes } from '@/lib/domain/routes'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { searchAddress } from '../filter/search-state'
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
  const isNarrowed = search.state !== 'open' || search.q !== ''
  const [only] = alerts.filter(({ id }) => search.alert === undefined || id === search.alert)
  const isOne = search.alert !== undefined || alerts.length === 1
  return (
    <EmptyState
      title={t(isNarrowed ? 'noMatch' : 'nothing')}
      action={
        isOne &&
        only !== undefined &&
        !isNarrowed && <LinkButton href={asRoute(searchAddress(only.filter, only.id))}>{t('toRecent')}</LinkButton>
      }
    >
      {t(isNarrowed ? 'noMatchText' : 'nothingText')}
    </EmptyState>
  )
}
