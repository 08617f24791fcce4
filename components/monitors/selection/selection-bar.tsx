'use client'

import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatTime } from '@/lib/domain/format/format'

import type { BulkJob, BulkJobs } from '../bulk/use-bulk-job'
import type { MonitorList } from '../data/use-monitors'
import { restoreListFocus } from '../table/list-focus'
import { countOutside, findDrift } from './selection-drift'
import { type Selection, type SelectionStore, useSelection } from './selection-store'
import { toTagged } from './use-row-selection'

/** The height of the part of the window whose rows are covered by fixed bars at the top. */
const COVERED_PX = 84

/** Ids of the rows of which more than half is visible. */
function rowsOnScreen(): ReadonlySet<string> {
  const rows = document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"][data-id]')
  const visibleRows = [...rows].filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    const middle = top + height / 2
    return middle > COVERED_PX && middle < window.innerHeight
  })
  return new Set(visibleRows.flatMap((row) => row.dataset['id'] ?? []))
}

interface SelectionBarProps {
  readonly store: SelectionStore
  readonly list: MonitorList
  readonly jobs: BulkJobs
  readonly onSelectAll: () => void
  /** Shown once when an "all matching" selection was dropped because the list changed. */
  readonly notice: string | undefined
  readonly children: ReactNode
}

/** Rendered above any rows, so that the first selection does not shift them under the pointer. */
export function SelectionBar({ store, list, jobs, onSelectAll, notice, children }: SelectionBarProps) {
  const { job, cancel } = jobs
  const isRunning = job !== undefined
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    // A starting run removes the action buttons, and a finished one its cancel button.
    if (wasRunning.current !== isRunning) restoreListFocus()
    wasRunning.current = isRunning
  }, [isRunning])
  const { chosen } = useSelection(store)
  if (job) {
    return (
      <Bar>
        <div className="min-w-0 flex-1 px-1">
          <Progress {...job} onCancel={cancel} />
          <p role="status" className="sr-only">
            <ScreenReaderProgress {...job} />
          </p>
        </div>
      </Bar>
    )
  }
  if (list.isComplete && list.monitors.length === 0 && chosen.size === 0 && notice === undefined) return null
  return (
    <Bar>
      <ScreenBox store={store} list={list} />
      <SelectionText store={store} list={list} onSelectAll={onSelectAll} notice={notice} />
      <div className="ml-auto flex shrink-0 gap-1.5 max-sm:gap-1 max-sm:[&_button]:px-1.5">{children}</div>
    </Bar>
  )
}

/** Announced at each quarter, so that a screen reader does not read every chunk. */
function ScreenReaderProgress({ label, done, total }: BulkJob) {
  const t = useTranslations('bulk-tags')
  if (total === undefined || total === 0) return label
  return t('progress', { label, percent: Math.floor((done / total) * 4) * 25 })
}

const Bar = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky top-0 z-20 flex h-12 items-center gap-2 rounded-t-lg border-b bg-side pr-3 pl-1">
    {children}
  </div>
)

function ScreenBox({ store, list }: Pick<SelectionBarProps, 'store' | 'list'>) {
  const t = useTranslations('monitors.selection')
  const { chosen } = useSelection(store)
  const { monitors } = list
  const isAll = useMemo(
    () => monitors.length > 0 && chosen.size >= monitors.length && monitors.every(({ id }) => chosen.has(id)),
    [monitors, chosen],
  )
  const toggle = () => {
    if (chosen.size > 0) return store.clear()
    const shown = rowsOnScreen()
    return store.set(monitors.filter(({ id }) => shown.has(id)).map(toTagged), true)
  }
  return (
    <Checkbox
      aria-label={t(chosen.size > 0 ? 'clear' : 'onScreen')}
      title={t(chosen.size > 0 ? 'clear' : 'onScreen')}
      checked={isAll}
      isIndeterminate={!isAll && chosen.size > 0}
      onChange={toggle}
      className="w-10 justify-center"
    />
  )
}

/** As many as people look through at a time. */
const FIRST_ROWS = 50

type TextProps = Pick<SelectionBarProps, 'store' | 'list' | 'onSelectAll' | 'notice'>

function SelectionText({ store, list, onSelectAll, notice }: TextProps) {
  const t = useTranslations('monitors.selection')
  const countValues = useCountValues()
  const selection = useSelection(store)
  const { chosen, allSince } = selection
  if (chosen.size === 0) {
    return (
      <>
        <p role="status" className="min-w-0 truncate text-sm text-muted">
          {notice ?? t('hint')}
        </p>
        {list.monitors.length > FIRST_ROWS && (
          <button
            type="button"
            onClick={() => store.set(list.monitors.slice(0, FIRST_ROWS).map(toTagged), true)}
            className={classNames(linkClass, 'shrink-0 text-sm')}
          >
            {t('first', { count: FIRST_ROWS })}
          </button>
        )}
      </>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-x-2.5 overflow-hidden">
      <p role="status" className="shrink-0 font-semibold whitespace-nowrap tabular">
        <span aria-hidden className="sm:hidden">
          {countValues(chosen.size).count}
        </span>
        <span className="max-sm:sr-only">{t('count', countValues(chosen.size))}</span>
      </p>
      {allSince === undefined ? (
        <RowsSelection selection={selection} list={list} onSelectAll={onSelectAll} />
      ) : (
        <AllSelection selection={selection} list={list} onSelectAll={onSelectAll} since={allSince} />
      )}
      <Button variant="ghost" size="sm" iconOnly aria-label={t('clear')} title={t('clear')} onClick={store.clear}>
        <Icon name="close" size={14} />
      </Button>
    </div>
  )
}

interface ModeProps extends Pick<TextProps, 'list' | 'onSelectAll'> {
  readonly selection: Selection
}

const linkClass = 'truncate rounded-sm text-accent-ink underline underline-offset-2'

/** A selection of single rows: how many are outside the list, and a button to select all matches. */
function RowsSelection({ selection: { chosen }, list: { monitors, total }, onSelectAll }: ModeProps) {
  const t = useTranslations('monitors.selection')
  const countValues = useCountValues()
  const outside = useMemo(() => countOutside(chosen, monitors), [chosen, monitors])
  return (
    <>
      {outside > 0 && (
        <span className="truncate text-sm text-muted max-sm:hidden">{t('outside', countValues(outside))}</span>
      )}
      {total !== undefined && total > 0 && (
        <button type="button" onClick={onSelectAll} className={linkClass}>
          <span className="max-sm:hidden">{t('all', countValues(total))}</span>
          <span className="sm:hidden">{t('allShort')}</span>
        </button>
      )}
    </>
  )
}

function AllSelection({ selection: { chosen }, list, onSelectAll, since }: ModeProps & { readonly since: number }) {
  const t = useTranslations('monitors.selection')
  const countValues = useCountValues()
  const { monitors, isComplete } = list
  const { newlyMatching, noLongerMatching } = useMemo(() => findDrift(chosen, monitors), [chosen, monitors])
  const hasDrift = isComplete && newlyMatching + noLongerMatching > 0
  return (
    <>
      <span className="truncate text-sm text-muted max-sm:hidden">{t('allSince', { time: formatTime(since) })}</span>
      {hasDrift && (
        <>
          <span role="status" className="truncate text-sm text-warn-ink">
            {t('drift', { fresh: countValues(newlyMatching).count, gone: countValues(noLongerMatching).count })}
          </span>
          <button type="button" onClick={onSelectAll} className={linkClass}>
            {t('again')}
          </button>
        </>
      )}
    </>
  )
}
