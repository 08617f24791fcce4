'use client'

import type { FunctionComponent } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/checkbox'
import { classNames } from '@/components/ui/class-names'

import { HeaderRow } from './header-row'
import { EventCell, IdentifierCell, SourceCell, SubjectCell, TagsCell } from './monitor-cells'
import { type MonitorRecord, nameOf } from './monitor-record'
import type { MonitorTableProps } from './monitor-table'
import { cellClass, type ColumnId, columnIds, rowClass, rowPlace } from './row-layout'
import { type SelectionStore, useIsSelected } from './selection-store'
import { useRowHeight } from './use-row-height'
import { toTagged } from './use-row-selection'

/** A tall window's worth. */
const ROWS = 32

const cells: Readonly<Record<ColumnId, FunctionComponent<{ readonly monitor: MonitorRecord }>>> = {
  subject: SubjectCell,
  identifier: IdentifierCell,
  tags: TagsCell,
  source: SourceCell,
  event: EventCell,
}

interface FirstRowProps {
  readonly monitor: MonitorRecord
  readonly index: number
  readonly height: number
  readonly store: SelectionStore
}

function FirstRow({ monitor, index, height, store }: FirstRowProps) {
  const t = useTranslations('monitors.row')
  const isSelected = useIsSelected(store, monitor.id)
  const name = nameOf({ ...monitor, identifier_value: null }) ?? monitor.identifier_type ?? t('unnamed')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={index === 0 ? 0 : -1}
      style={rowPlace(index * height, height)}
      className={classNames(rowClass, isSelected ? 'bg-accent-soft/50' : undefined)}
    >
      <div role="gridcell" className="grid h-full place-items-center pl-1 max-sm:row-span-2">
        <Checkbox
          aria-label={t('select', { name })}
          tabIndex={-1}
          checked={isSelected}
          onChange={() => store.set([toTagged(monitor)], !isSelected)}
          className="justify-center p-1.5"
        />
      </div>
      {columnIds.map((id) => {
        const Cell = cells[id]
        return (
          <div key={id} role="gridcell" className={classNames('min-w-0', cellClass[id])}>
            <Cell monitor={monitor} />
          </div>
        )
      })}
    </div>
  )
}

/** The rows of the first paint, from the server: they look as the table does, and stand in until its code is there. */
export function FirstRows({ store, monitors, total }: MonitorTableProps) {
  const t = useTranslations('monitors')
  const height = useRowHeight()
  const count = Math.max(total ?? 0, monitors.length)
  return (
    <div role="grid" aria-label={t('title')} aria-multiselectable aria-rowcount={count + 1} aria-busy>
      <HeaderRow />
      <div role="rowgroup" className="relative" style={{ height: count * height }}>
        {monitors.slice(0, ROWS).map((monitor, index) => (
          <FirstRow key={monitor.id} {...{ monitor, index, height, store }} />
        ))}
      </div>
    </div>
  )
}
