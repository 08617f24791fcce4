'use client'

import { hashKey, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Select } from '@/components/ui/inputs/select'
import { panelQuery } from '@/lib/client/queries'
import type { BzpFilter } from '@/lib/contract/bzp'

import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'

interface ComparedAlertProps {
  /** What is draft A now. */
  readonly compared: BzpFilter
  readonly onChoose: (filter: AlertFilter) => void
}

/** A saved alert as the other draft; not there where none is saved. */
export function ComparedAlert({ compared, onChoose }: ComparedAlertProps) {
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
