'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { useCountValues } from '@/components/ui/use-count-values'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'

type FilterUsesAnswer = OperationAnswer<'filters.uses'>['items'][number]
/** How many monitors and custom reports use a filter. */
export interface UseOfFilter {
  readonly id: string
  /** Undefined if the filter was deleted. */
  readonly name: string | undefined
  readonly monitors: number
  readonly reports: number
}

const toUse = ({ filter_id: id, name, monitors, report_jobs: reports }: FilterUsesAnswer): UseOfFilter | undefined =>
  id === undefined ? undefined : { id, name: name ?? undefined, monitors: monitors ?? 0, reports: reports ?? 0 }

/** Lists what uses each filter; undefined if the service does not support it. */
export function useFilterUses(): readonly UseOfFilter[] | undefined {
  const { mode } = useViewer()
  const { data } = useQuery({ ...query('filters.uses', {}), enabled: mode === 'embedded', staleTime: 10_000 })
  return data?.items.map(toUse).filter((use) => use !== undefined)
}

/** Whether the filter was deleted while monitors are still attached to it. */
export const isSilentUse = ({ name, monitors }: UseOfFilter): boolean => name === undefined && monitors > 0

export const countSilent = (uses: readonly UseOfFilter[]): number =>
  uses.filter(isSilentUse).reduce((sum, { monitors }) => sum + monitors, 0)

/** Formats uses as "1 monitor · 2 raporty"; undefined if there are none or they are unknown. */
export function useUsesText() {
  const t = useTranslations('filters.uses')
  const countValues = useCountValues()
  return (use: UseOfFilter | undefined): string | undefined => {
    if (use === undefined) return undefined
    const parts = [
      use.monitors > 0 && t('monitors', countValues(use.monitors)),
      use.reports > 0 && t('reports', countValues(use.reports)),
    ].filter((part) => part !== false)
    return parts.length === 0 ? undefined : parts.join(' · ')
  }
}
