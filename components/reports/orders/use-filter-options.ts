'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission, useViewer } from '@/components/layout/viewer'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'

/** The account's filters with their sizes; undefined while loading. */
export function useFilterOptions() {
  const t = useTranslations('reports.order')
  const countValues = useCountValues()
  const { allowed } = usePermission('filters.list')
  const { data } = useQuery({ ...query('filters.list', { query: {} }), enabled: allowed })
  return data?.items.map(({ id, name, content }) => {
    const values = Object.values(content ?? {}).reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
    const label = content === undefined ? (name ?? id) : t('filterOption', { name: name ?? id, ...countValues(values) })
    return { value: id, label, name: name ?? id }
  })
}

/** Tags in use with their number of monitors; empty if the service does not list them. */
export function useKnownTags(): readonly { readonly tag: string; readonly monitors: number }[] {
  const { mode } = useViewer()
  const { data } = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  return (data?.items ?? []).flatMap(({ tag, monitors = 0 }) => (tag === undefined ? [] : [{ tag, monitors }]))
}
