'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QuickRangeChips } from '@/components/shared/quick-range-chips'
import { Button } from '@/components/ui/button'
import { Chip, FilterChip } from '@/components/ui/chip'
import { reportName, reportSources } from '@/lib/domain/events/sources'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { useFilterOptions } from './orders/use-filter-options'
import { quickRanges, type ReportSearch, shownReportFormats, reportCriteriaAddress } from './report-search'

interface ReportFiltersProps {
  readonly search: ReportSearch
  readonly onChange: (part: Partial<ReportSearch>) => void
  readonly onClear: () => void
}

const toggled = <T extends string>(order: readonly T[], chosen: readonly T[], value: T): readonly T[] =>
  order.filter((each) => (each === value ? !chosen.includes(each) : chosen.includes(each)))

export function ReportFilters({ search, onChange, onClear }: ReportFiltersProps) {
  const t = useTranslations('reports')
  const locale = useLocale()
  return (
    <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <ChipGroup label={t('columns.source')}>
        {reportSources.map((source) => (
          <FilterChip
            key={source}
            isOn={search.sources.includes(source)}
            onChange={() => onChange({ sources: toggled(reportSources, search.sources, source) })}
          >
            {reportName(source, locale)}
          </FilterChip>
        ))}
      </ChipGroup>
      <ChipGroup label={t('columns.format')}>
        {shownReportFormats.map((format) => (
          <FilterChip
            key={format}
            isOn={search.formats.includes(format)}
            onChange={() => onChange({ formats: toggled(shownReportFormats, search.formats, format) })}
          >
            {format.toUpperCase()}
          </FilterChip>
        ))}
      </ChipGroup>
      <QuickRangeChips
        label={t('range.label')}
        ranges={quickRanges}
        nameOf={(range) => t(`range.${range}`)}
        value={search}
        onChange={onChange}
      />
      {reportCriteriaAddress.narrows(search) && (
        <Button variant="ghost" size="sm" className="h-8" onClick={onClear}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

function ChipGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {children}
    </div>
  )
}

export function OrderFilterChip({ id, onRemove }: { readonly id: string; readonly onRemove: () => void }) {
  const t = useTranslations('reports')
  const found = useFilterOptions()?.find(({ value }) => value === id)
  const text = t('byFilter', { name: maskPesels(found?.name ?? t('order.deletedFilter')) })
  return (
    <Chip tone="accent" label={text} onRemove={onRemove}>
      {text}
    </Chip>
  )
}
