import type { MonitorEntry } from './search/monitor-entry'
import { polishKey } from './search/polish-key'

interface Sort {
  /** The sort key of an entry; undefined sorts last in both directions. */
  readonly keyOf: (entry: MonitorEntry) => string | undefined
  /** Times sort newest first by default, other columns ascending. */
  readonly isNewestFirst: boolean
}

interface ListColumn {
  /** The column's track size in the CSS grid. */
  readonly width: string
  /** Class names of the header and the cells. */
  readonly className: string
  /** Class names that place the cell in the two-line layout. */
  readonly phone: string
  /** Shown unless the user has chosen other columns. */
  readonly isDefault: boolean
  /** Class names of the skeleton bars, repeated row by row. */
  readonly skeleton: readonly string[]
  /** Undefined if the list cannot be sorted by this column. */
  readonly sort?: Sort
}

const notOnPhone = 'two-line:hidden'
const secondLine = 'two-line:row-start-2 two-line:col-span-2 two-line:col-start-2'

/**
 * The columns in display order, without their cells (`table/monitor-cells.tsx`), so that reading an
 * address and drawing a skeleton do not load them. Their names are in the messages `monitors.columns`.
 */
export const listColumns = {
  subject: {
    width: 'minmax(8rem,2.4fr)',
    className: 'px-2',
    phone: '',
    isDefault: true,
    skeleton: ['mx-2 w-3/5', 'mx-2 w-2/5', 'mx-2 w-1/2'],
    sort: { keyOf: ({ nameKey }) => nameKey || undefined, isNewestFirst: false },
  },
  label: {
    width: 'minmax(0,1.4fr)',
    className: 'px-2',
    phone: notOnPhone,
    isDefault: false,
    skeleton: [`mx-2 w-24 ${notOnPhone}`],
    sort: { keyOf: ({ monitor }) => polishKey(monitor.label ?? '') || undefined, isNewestFirst: false },
  },
  identifier: {
    // Wide enough for a masked PESEL and the button that reveals it.
    width: 'minmax(11.75rem,1.2fr)',
    className: 'px-2',
    phone: `${secondLine} two-line:max-w-[45vw] two-line:text-sm`,
    isDefault: true,
    skeleton: ['mx-2 w-28 two-line:col-start-2'],
    sort: {
      keyOf: ({ monitor: { identifier_type: kind, identifier_value: value } }) =>
        value ? `${kind ?? ''} ${value}` : undefined,
      isNewestFirst: false,
    },
  },
  tags: {
    width: 'minmax(0,1.6fr)',
    className: 'px-2',
    phone: `${secondLine} two-line:w-[32vw] two-line:justify-self-end`,
    isDefault: true,
    skeleton: [`mx-2 w-24 ${notOnPhone}`],
  },
  source: {
    width: '8rem',
    className: 'px-2',
    phone: notOnPhone,
    isDefault: true,
    skeleton: [`mx-2 w-10 ${notOnPhone}`],
    sort: { keyOf: ({ monitor }) => monitor.last_event_source ?? undefined, isNewestFirst: false },
  },
  event: {
    width: '9.5rem',
    className: 'px-2 text-right text-muted tabular',
    phone: 'two-line:col-start-3 two-line:row-start-1',
    isDefault: true,
    skeleton: [`mr-4 ml-auto w-16 ${notOnPhone}`],
    sort: { keyOf: ({ monitor }) => monitor.last_event_at ?? undefined, isNewestFirst: true },
  },
  created: {
    width: '7rem',
    className: 'px-2 text-right text-muted tabular',
    phone: notOnPhone,
    isDefault: false,
    skeleton: [`mr-4 ml-auto w-16 ${notOnPhone}`],
    sort: { keyOf: ({ monitor }) => monitor.created_at ?? undefined, isNewestFirst: true },
  },
} as const satisfies Readonly<Record<string, ListColumn>>

type ListColumns = typeof listColumns
export type ColumnId = keyof ListColumns
export type MonitorSortKey = {
  [Id in ColumnId]: ListColumns[Id] extends { readonly sort: Sort } ? Id : never
}[ColumnId]

export const columnIds = Object.keys(listColumns).filter((id): id is ColumnId => id in listColumns)
export const defaultColumns: readonly ColumnId[] = columnIds.filter((id) => listColumns[id].isDefault)

export const isSortable = (id: ColumnId): id is MonitorSortKey => 'sort' in listColumns[id]
export const monitorSortKeys = columnIds.filter(isSortable)
