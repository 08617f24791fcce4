'use client'

import { type CSSProperties, memo, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useKeyboardRows } from '@/components/shared/use-keyboard-rows'
import { toneClass } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import { useMedia } from '@/components/ui/use-media'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import { monitorPath } from '@/lib/domain/routes'

import { type ColumnWords, registerColumns } from '../rows/register-columns'
import type { WatchedMark } from '../watched/use-watched-rows'
import type { ListRow } from './loaded-list'

/** In pixels. Fixed, so that 10 000 rows need no measuring. */
const ROW_HEIGHT = 58
/** On phones a row has an extra line for the monitor badge. */
const NARROW_ROW_HEIGHT = 62
const gridClass =
  'grid grid-cols-(--list-columns) items-center gap-x-3 px-4 max-sm:flex max-sm:flex-wrap max-sm:gap-x-2'

export interface ListTableProps {
  readonly list: PagedList
  readonly rows: readonly ListRow[]
  readonly marks: ReadonlyMap<string, WatchedMark>
  readonly onOpen: (row: ListRow) => void
}

export function ListTable({ list, rows, marks, onOpen }: ListTableProps) {
  const names = useTranslations('register-names')
  const words = useColumnWords()
  const rowHeight = useMedia('(max-width: 39.99rem)') ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  const { ref, active, setActive, virtualizer, scrollMargin } = useKeyboardRows({ count: rows.length, rowHeight })
  return (
    <div role="table" aria-label={names(`${list}.page`)} aria-rowcount={rows.length + 1} style={columnStyle(list)}>
      <HeaderRow list={list} />
      <div ref={ref} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Row
              key={row.key}
              list={list}
              row={row}
              index={index}
              top={start - scrollMargin}
              height={rowHeight}
              mark={marks.get(row.key)}
              isActive={index === active}
              words={words}
              onOpen={onOpen}
              onFocus={setActive}
            />
          )
        })}
      </div>
    </div>
  )
}

function useColumnWords(): ColumnWords {
  const t = useTranslations('registers')
  const locale = useLocale()
  return useMemo(
    () => ({ locale, fined: t('fined'), section: (section: string) => t('sectionShort', { section }) }),
    [t, locale],
  )
}

const columnStyle = (list: PagedList): CSSProperties => ({
  // Safe: React passes on a custom property unchanged.
  ['--list-columns' as string]: ['minmax(0,1.6fr)', ...registerColumns[list].columns.map(({ width }) => width)].join(
    ' ',
  ),
})

function HeaderRow({ list }: { readonly list: PagedList }) {
  const t = useTranslations('registers.columns')
  const { title, columns } = registerColumns[list]
  return (
    <div role="rowgroup" className="max-sm:sr-only">
      <div role="row" aria-rowindex={1} className={classNames(gridClass, 'h-9 border-b text-sm text-muted')}>
        <span role="columnheader">{t(title)}</span>
        {columns.map(({ id, isEnd }) => (
          <span key={id} role="columnheader" className={classNames('truncate', isEnd && 'text-right')}>
            {t(id)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly list: PagedList
  readonly row: ListRow
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  readonly height: number
  readonly mark: WatchedMark | undefined
  readonly isActive: boolean
  readonly words: ColumnWords
  readonly onOpen: (row: ListRow) => void
  readonly onFocus: (index: number) => void
}

const Row = memo(function ListRowLine({ list, row, index, top, height, mark, isActive, words, ...handlers }: RowProps) {
  const { titleOf, subtitleOf, columns } = registerColumns[list]
  const title = titleOf(row.fields) ?? '–'
  const under = subtitleOf(row.fields)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)`, height }}
      className={classNames(
        gridClass,
        'absolute inset-x-0 top-0 border-b hover:bg-hover/60 max-sm:content-center',
        mark !== undefined && 'bg-accent-soft/30',
      )}
    >
      <span role="cell" className="min-w-0 max-sm:flex max-sm:basis-full max-sm:items-baseline max-sm:gap-2">
        <button
          type="button"
          lang="pl"
          data-index={index}
          tabIndex={isActive ? 0 : -1}
          title={title}
          onFocus={() => handlers.onFocus(index)}
          onClick={() => handlers.onOpen(row)}
          className="block max-w-full min-w-0 truncate text-left leading-6 font-medium outline-none before:absolute before:inset-0 focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent-ink"
        >
          {title}
        </button>
        <span className="flex min-w-0 items-baseline gap-2 max-sm:shrink-0">
          {under !== undefined && (
            <span lang="pl" className="truncate text-sm text-muted max-sm:hidden">
              {under}
            </span>
          )}
          {mark !== undefined && <WatchBadge mark={mark} isActive={isActive} />}
        </span>
      </span>
      {columns.map(({ id, isEnd, isOnPhone, value }) => (
        <span
          key={id}
          role="cell"
          className={classNames(
            'min-w-0 text-sm',
            isEnd === true ? 'tabular text-right whitespace-nowrap' : 'line-clamp-2',
            isOnPhone !== true && 'max-sm:hidden',
            'max-sm:text-muted',
          )}
        >
          {value(row.fields, words)}
        </span>
      ))}
    </div>
  )
})

interface WatchBadgeProps {
  readonly mark: WatchedMark
  /** True if its row has the keyboard focus. */
  readonly isActive: boolean
}

const MAX_TAGS = 2

/** Shows that the company of a row is monitored, with the monitor's tags; links to the monitor. */
function WatchBadge({ mark, isActive }: WatchBadgeProps) {
  const t = useTranslations('registers.watched')
  const countValues = useCountValues()
  const [first] = mark.monitors
  if (first === undefined) return null
  const matchText = first.is_sure ? t('sure') : t('alike')
  const moreTags = first.tags.length - MAX_TAGS
  const tags = [...first.tags.slice(0, MAX_TAGS), ...(moreTags > 0 ? [`+${moreTags}`] : [])].join(', ')
  const more = mark.monitor_count > 1 ? t('count', countValues(mark.monitor_count)) : ''
  const parts = [matchText, tags, more].filter((part) => part !== '')
  return (
    <Link
      href={asRoute(monitorPath(first.id))}
      tabIndex={isActive ? 0 : -1}
      title={first.is_sure ? t('sureTitle', { name: first.name }) : t('alikeTitle', { name: first.name })}
      className={classNames(
        'relative inline-block leading-6 max-w-60 shrink-0 truncate max-sm:max-w-32 rounded-sm px-1.5 text-sm hover:underline',
        toneClass(first.is_sure ? 'accent' : 'neutral'),
      )}
    >
      {parts.join(' · ')}
    </Link>
  )
}
