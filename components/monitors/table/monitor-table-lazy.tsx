'use client'

import { useTranslations } from 'use-intl'

import { deferredComponent } from '@/components/ui/lazy/deferred-component'

import { toTagged } from '../selection/use-row-selection'
import { HeaderRow } from './header-row'
import { MonitorRow, type RowActions } from './monitor-row'
import type { MonitorTableProps } from './monitor-table'
import { gridStyle } from './row-layout'
import { RowTranslationsProvider } from './row-translations'
import { useRowHeight } from './use-row-height'

/** The virtualized table loads after the page; until then its first rows from the server are shown. */
export const MonitorTableLazy = deferredComponent<MonitorTableProps>(
  async () => (await import('./monitor-table')).MonitorTable,
  FirstRows,
)

/** Enough rows for a tall window. */
const ROWS = 32

/** The server-rendered first rows, which look like the table and are shown until its code is loaded. */
function FirstRows({ store, list, search, onSort }: MonitorTableProps) {
  const t = useTranslations('monitors')
  const height = useRowHeight(search.density)
  const { monitors, total } = list
  const { columns, sort } = search
  const count = Math.max(total ?? 0, monitors.length)
  const actions: RowActions = {
    onToggle: (id) => store.set(monitors.filter((each) => each.id === id).map(toTagged), !store.has(id)),
    onFocus: () => undefined,
    onEdit: () => undefined,
    onExtend: () => undefined,
  }
  return (
    <div
      role="grid"
      aria-label={t('list')}
      aria-multiselectable
      aria-rowcount={count + 1}
      aria-busy
      style={gridStyle(columns)}
    >
      <HeaderRow columns={columns} sort={sort} onSort={onSort} />
      <div role="rowgroup" className="relative" style={{ height: count * height }}>
        <RowTranslationsProvider>
          {monitors.slice(0, ROWS).map((monitor, index) => (
            <MonitorRow
              key={monitor.id}
              {...{ monitor, index, height, store, actions, columns }}
              top={index * height}
              isActive={index === 0}
            />
          ))}
        </RowTranslationsProvider>
      </div>
    </div>
  )
}
