'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { useCountValues } from '@/components/ui/use-count-values'
import type { SheetRow } from '@/lib/client/read-table/source-table'

import type { CheckColumns } from '../read/check-columns'
import { countOrders } from '../read/day-column'
import type { DayOrder } from '../read/read-typed-day'

interface DayOrderChoiceProps {
  /** As they stand in the list. */
  readonly rows: readonly SheetRow[]
  readonly columns: CheckColumns
  readonly order: DayOrder
  readonly onChange: (order: DayOrder) => void
}

/** Asks for the order of day and month where some day is possible only with the month first. */
export function DayOrderChoice({ rows, columns, order, onChange }: DayOrderChoiceProps) {
  const t = useTranslations('white-list.columns.dayOrder')
  const counted = useCountValues()
  const { american, polish } = useMemo(() => countOrders(rows, columns), [rows, columns])
  if (american === 0) return null
  return (
    <Banner
      tone="warn"
      action={
        <SegmentedControl
          label={t('label')}
          segments={(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(value) }))}
          value={order}
          onChange={onChange}
        />
      }
    >
      {t('american', counted(american))}
      {polish > 0 && ` ${t('mixed')}`}
    </Banner>
  )
}
