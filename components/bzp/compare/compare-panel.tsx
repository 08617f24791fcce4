'use client'

import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Select } from '@/components/ui/inputs/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { query, panelQuery } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'
import { isMissing } from '@/lib/domain/api-error'

import { FilterChips } from '../alerts/filter-chips'
import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'
import type { SearchState } from '../filter/search-state'
import { CompareAnswer } from './compare-answer'

export interface ComparePanelProps {
  /** The draft on the page. */
  readonly filter: AlertFilter
  /** The one that is kept beside it. */
  readonly compared: AlertFilter
  readonly onPlace: (next: Partial<SearchState>) => void
}

const STALE_MS = 5 * 60_000

/** One answer for two drafts for five minutes, as with the preview. */
const compareQuery = (filters: readonly [BzpFilter, BzpFilter]) => ({
  ...query('bzp.compareAlerts', { body: { filters: [...filters] } }),
  staleTime: STALE_MS,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Two drafts side by side: the one that was kept (A) and the one on the page (B). */
export function ComparePanel({ filter, compared, onPlace }: ComparePanelProps) {
  const t = useTranslations('bzp.compare')
  const [a, b] = [toPreviewBody(compared), toPreviewBody(filter)]
  const isSame = hashKey([a]) === hashKey([b])
  const asked = useQuery({ ...compareQuery([a, b]), enabled: !isSame, placeholderData: keepPreviousData })
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <Draft name={t('a')} body={a} />
        <Draft name={t('b')} body={b} />
        {isSame && <p className="text-muted">{t('same')}</p>}
        {!isSame && isMissing(asked.error) && <p className="text-muted">{t('missing')}</p>}
        {!isSame && !isMissing(asked.error) && (
          <QueryView query={asked} what={t('what')} skeleton={<SkeletonRows rows={2} />}>
            {(answer) => <CompareAnswer answer={answer} filter={b} isOld={asked.isPlaceholderData} />}
          </QueryView>
        )}
        <div className="flex flex-wrap gap-2">
          {!isSame && (
            <>
              <Button size="sm" onClick={() => onPlace({ filter: compared, compared: filter })}>
                {t('swap')}
              </Button>
              <Button size="sm" onClick={() => onPlace({ filter: compared, compared: null })}>
                {t('useA')}
              </Button>
            </>
          )}
          <Button size="sm" onClick={() => onPlace({ compared: null })}>
            {isSame ? t('end') : t('useB')}
          </Button>
        </div>
        <ComparedAlert compared={a} onChoose={(next) => onPlace({ compared: next })} />
      </CardBody>
    </Card>
  )
}

function Draft({ name, body }: { readonly name: string; readonly body: BzpFilter }) {
  return (
    <div className="flex items-baseline gap-2">
      <span className="shrink-0 font-medium">{name}</span>
      <FilterChips filter={body} />
    </div>
  )
}

interface ComparedAlertProps {
  /** What is draft A now. */
  readonly compared: BzpFilter
  readonly onChoose: (filter: AlertFilter) => void
}

/** A saved alert as the other draft; not there where none is saved. */
function ComparedAlert({ compared, onChoose }: ComparedAlertProps) {
  const t = useTranslations('bzp.compare')
  const { allowed } = usePermission('bzpAlerts.list')
  const { data } = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: allowed })
  const alerts = data?.items ?? []
  if (alerts.length === 0) return null
  const chosen = alerts.find(({ filter }) => hashKey([toPreviewBody(filter)]) === hashKey([compared]))
  return (
    <Select
      label={t('alert')}
      value={chosen?.id ?? ''}
      options={[{ value: '', label: t('noAlert') }, ...alerts.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ target }) => {
        const alert = alerts.find(({ id }) => id === target.value)
        if (alert !== undefined) onChoose(alert.filter)
      }}
    />
  )
}
