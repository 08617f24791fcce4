'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'

/** Who ordered a report, in words, by the id of its job; undefined where the panel does not know. */
export function useOrderMakers(): (jobId: string) => string | undefined {
  const t = useTranslations('reports.jobs')
  const { email } = useViewer()
  const { data } = useQuery(panelQuery('reportOrders.list', {}))
  const makers = new Map(data?.items.map((each) => [each.job_id, each]))
  return (jobId) => {
    const maker = makers.get(jobId)
    if (!maker) return undefined
    if (maker.schedule !== null) return t('bySchedule', { name: maker.schedule.name })
    const { ordered_by: by } = maker
    if (by === null) return t('byPanel')
    return by === email ? t('byYou') : t('byPerson', { name: by.replace(/^key:/, '') })
  }
}
