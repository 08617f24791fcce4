'use client'

import { type ReactNode, useState } from 'react'

import { FilterChip } from '@/components/ui/chip'
import { DateRangeFieldLazy } from '@/components/ui/inputs/date-range-field-lazy'
import type { Day } from '@/lib/domain/calendar'

interface QuickRange<Quick> {
  readonly quick: Quick | undefined
  readonly from: Day | null
  readonly to: Day | null
}

interface QuickRangeChipsProps<Quick extends string> {
  readonly label: string
  readonly ranges: readonly Quick[]
  readonly nameOf: (range: Quick | 'dates') => string
  readonly value: QuickRange<Quick>
  readonly onChange: (value: QuickRange<Quick>) => void
}

interface RangeChipsProps<Quick extends string> {
  readonly label: string
  readonly ranges: readonly Quick[]
  readonly nameOf: (range: Quick) => string
  readonly value: Quick | undefined
  readonly onChange: (quick: Quick | undefined) => void
  readonly children?: ReactNode
}

/** A choice of relative periods. */
export function RangeChips<Quick extends string>(props: RangeChipsProps<Quick>) {
  const { label, ranges, nameOf, value, onChange, children } = props
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {ranges.map((quick) => (
        <FilterChip key={quick} isOn={value === quick} onChange={(isOn) => onChange(isOn ? quick : undefined)}>
          {nameOf(quick)}
        </FilterChip>
      ))}
      {children}
    </div>
  )
}

/** A period: one of a few relative ones, or days that are typed or picked. */
export function QuickRangeChips<Quick extends string>({
  label,
  ranges,
  nameOf,
  value,
  onChange,
}: QuickRangeChipsProps<Quick>) {
  const hasDates = value.from !== null || value.to !== null
  const [isExpanded, setIsExpanded] = useState(false)
  const isOpen = hasDates || (isExpanded && value.quick === undefined)
  return (
    <>
      <RangeChips
        label={label}
        ranges={ranges}
        nameOf={nameOf}
        value={value.quick}
        onChange={(quick) => onChange({ quick, from: null, to: null })}
      >
        <FilterChip
          isOn={isOpen}
          onChange={(isOn) => {
            setIsExpanded(isOn)
            onChange({ quick: undefined, from: null, to: null })
          }}
        >
          {nameOf('dates')}
        </FilterChip>
      </RangeChips>
      {isOpen && (
        <div className="w-72 max-w-full">
          <DateRangeFieldLazy
            label={nameOf('dates')}
            isLabelHidden
            value={{ from: value.from, to: value.to }}
            onChange={({ from, to }) => onChange({ quick: undefined, from, to })}
          />
        </div>
      )}
    </>
  )
}
