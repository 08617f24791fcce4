'use client'

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { Select } from '@/components/ui/inputs/select'
import { Popover } from '@/components/ui/overlay/popover'

import { columnIds, type ColumnId, monitorSortKeys } from '../columns'
import { densities, type MonitorSearch, type MonitorSort } from '../search/monitor-search'

interface ColumnsPopoverProps {
  readonly search: MonitorSearch
  readonly onChange: (part: Partial<MonitorSearch>) => void
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const chosenColumns = (columns: readonly ColumnId[], id: ColumnId, isOn: boolean): readonly ColumnId[] =>
  columnIds.filter((each) => (each === id ? isOn : columns.includes(each)))

/** The list's columns, density and sort; the sort is also here because narrow screens have no header row. */
export function ColumnsPopover({ search, onChange, triggerRef, onClose }: ColumnsPopoverProps) {
  const t = useTranslations('monitors.look')
  const columns = useTranslations('monitors.columns')
  return (
    <Popover label={t('title')} triggerRef={triggerRef} onClose={onClose} placement="bottom end">
      <div className="grid gap-4">
        <fieldset className="max-sm:hidden">
          <legend className="mb-1 font-medium">{t('columns')}</legend>
          {columnIds.map((id) => (
            <Checkbox
              key={id}
              checked={search.columns.includes(id)}
              disabled={id === 'subject'}
              onChange={(event) => onChange({ columns: chosenColumns(search.columns, id, event.target.checked) })}
              className="flex! py-0.5"
            >
              {columns(id)}
            </Checkbox>
          ))}
        </fieldset>
        <div className="grid justify-items-start gap-1 max-sm:hidden">
          <span aria-hidden className="font-medium">
            {t('density')}
          </span>
          <SegmentedControl
            label={t('density')}
            segments={densities.map((value) => ({ value, label: t(`densities.${value}`) }))}
            value={search.density}
            onChange={(density) => onChange({ density })}
          />
        </div>
        <SortFields sort={search.sort} onChange={(sort) => onChange({ sort })} />
      </div>
    </Popover>
  )
}

interface SortFieldsProps {
  readonly sort: MonitorSort | undefined
  readonly onChange: (sort: MonitorSort | undefined) => void
}

function SortFields({ sort, onChange }: SortFieldsProps) {
  const t = useTranslations('monitors.look')
  const columns = useTranslations('monitors.columns')
  const change = (value: string) => {
    const by = monitorSortKeys.find((key) => key === value)
    onChange(by && { by, isDescending: sort?.isDescending ?? false })
  }
  return (
    <div className="grid gap-2">
      <Select
        label={t('sort')}
        value={sort?.by ?? ''}
        options={[
          { value: '', label: t('sortNone') },
          ...monitorSortKeys.map((value) => ({ value, label: columns(value) })),
        ]}
        onChange={(event) => change(event.target.value)}
      />
      {sort && (
        <Checkbox
          checked={sort.isDescending}
          onChange={(event) => onChange({ ...sort, isDescending: event.target.checked })}
        >
          {t('descending')}
        </Checkbox>
      )}
    </div>
  )
}
