'use client'

import { useCallback, useDeferredValue, useMemo, useRef, useState, useEffect, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { useNearView } from '@/components/ui/lazy/use-near-view'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FilterListName } from '@/lib/domain/filter-lists'

import type { ListFaults } from '../draft/filter-draft'
import { valueLabel } from '../draft/value-label'
import { ListTools } from './list-tools'
import { isNamedList, isNameRequested, cachedName, loadNames, type NameOf, NAMES_AT_ONCE, namesVersion } from './names'
import { findValues, type ListOrder, orderValues } from './order-values'
import { useValueSelection } from './use-value-selection'
import type { RowContext } from './value-row'
import { ValueRows } from './value-rows'

/** A list of at most this many values needs no tools. */
const MAX_WITHOUT_TOOLS = 5
const unnamed = () => undefined

interface ListBrowserProps extends Omit<RowContext, 'nameOf'> {
  readonly values: readonly string[]
}

function useShownValues({ list, values, saved, faults }: ListBrowserProps) {
  const locale = useLocale()
  const nameOf = useNameOf(list)
  const [order, setOrder] = useState<ListOrder>('attention')
  const [text, setText] = useState('')
  const searchText = useDeferredValue(text)
  // Names that arrive later reorder nothing unless the list is ordered by name.
  const orderName = order === 'name' ? nameOf : unnamed
  const findName = searchText.trim() === '' ? unnamed : nameOf
  const ordered = useMemo(
    () => orderValues(values, { order, saved, faults, nameOf: orderName, locale }),
    [values, order, saved, faults, orderName, locale],
  )
  const shown = useMemo(
    () => findValues(ordered, searchText, { list, nameOf: findName }),
    [ordered, searchText, list, findName],
  )
  return { shown, nameOf, order, setOrder, text, setText, isFinding: searchText.trim() !== '' }
}

export function ListBrowser(props: ListBrowserProps) {
  const { list, values, faults, edits } = props
  const t = useTranslations('filters')
  const view = useShownValues(props)
  const { shown, nameOf, order, text, isFinding } = view
  const [first, setFirst] = useState(0)
  const container = useRef<HTMLDivElement>(null)
  const isInView = useNearView(container)
  const needsAllNames = isFinding || order === 'name'
  useLoadNames({
    list,
    values: needsAllNames ? values : shown,
    from: needsAllNames ? 0 : first,
    faults,
    isInView,
    isWhole: needsAllNames,
  })
  const copy = useCopyValues(props)
  const selection = useValueSelection({ rows: shown, onRemove: edits?.remove, onCopy: (copied) => void copy(copied) })
  const onFirstVisible = useCallback((index: number) => setFirst(index), [])
  return (
    <div ref={container} className="grid gap-2">
      {(values.length > MAX_WITHOUT_TOOLS || text !== '') && (
        <ListTools
          isNamed={isNamedList(list)}
          listName={t(`lists.${list}`)}
          {...{ order, text, isFinding }}
          found={shown.length}
          of={values.length}
          onOrder={view.setOrder}
          onText={view.setText}
          onCopy={() => void copy(shown)}
          onRemove={edits && (() => edits.remove(new Set(shown)))}
        />
      )}
      {selection.selected.size > 1 && <SelectionBar {...{ selection }} isEditable={edits !== undefined} />}
      {shown.length > 0 && (
        <ValueRows
          rows={shown}
          label={t('browse.rows', { list: t(`lists.${list}`) })}
          context={{ ...props, nameOf }}
          {...{ selection, onFirstVisible }}
        />
      )}
    </div>
  )
}

/** Personal numbers are copied masked. */
function useCopyValues({ list }: Pick<ListBrowserProps, 'list'>) {
  const t = useTranslations('filters.browse')
  const common = useTranslations('common')
  const countValues = useCountValues()
  return async (values: readonly string[]) => {
    try {
      await navigator.clipboard.writeText(values.map((value) => valueLabel(list, value, false)).join('\n'))
      toast.success(t('copied', countValues(values.length)))
    } catch {
      toast.error(common('copyFailed'))
    }
  }
}

interface SelectionBarProps {
  readonly selection: ReturnType<typeof useValueSelection>
  readonly isEditable: boolean
}

function SelectionBar({ selection, isEditable }: SelectionBarProps) {
  const t = useTranslations('filters.browse')
  const countValues = useCountValues()
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span role="status" className="tabular">
        {t('selected', countValues(selection.selected.size))}
      </span>
      {isEditable && (
        <Button size="sm" onClick={selection.remove}>
          {t('removeSelected')}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {t('clearSelection')}
      </Button>
    </div>
  )
}

const SETTLE_MS = 120

/** Collects values whose names were not requested yet, from a position on, then from the beginning. */
function unrequestedValues(
  list: FilterListName,
  values: readonly string[],
  { from, faults }: NameWindow,
): readonly string[] {
  const found: string[] = []
  for (let step = 0; step < values.length && found.length < NAMES_AT_ONCE; step += 1) {
    const value = values[(from + step) % values.length]
    if (value !== undefined && !faults.has(value) && !isNameRequested(list, value)) found.push(value)
  }
  return found
}

interface NameWindow {
  readonly from: number
  readonly faults: ListFaults
}

/** Looks up names in the cache. The function changes identity whenever more names arrive. */
function useNameOf(list: FilterListName): NameOf {
  const version = useSyncExternalStore(namesVersion.subscribe, namesVersion.read, () => 0)
  // The dependency on `version` renews the callback when the cache changes.
  return useCallback((value) => (version < 0 ? undefined : cachedName(list, value)), [list, version])
}

interface LoadNamesOptions extends NameWindow {
  readonly list: FilterListName
  /** In the displayed order. */
  readonly values: readonly string[]
  readonly isInView: boolean
  /** Whether all names are needed, for searching or sorting. */
  readonly isWhole: boolean
}

/** Requests the names of visible values first, a thousand at a time, and the others where all are needed. */
function useLoadNames({ list, values, from, faults, isInView, isWhole }: LoadNamesOptions): void {
  const version = useSyncExternalStore(namesVersion.subscribe, namesVersion.read, () => 0)
  useEffect(() => {
    // Each answer changes `version`, and the effect then requests the rest.
    if (version < 0 || !isInView || !isNamedList(list)) return undefined
    const timer = setTimeout(() => {
      const missing = unrequestedValues(list, values, { from, faults })
      const isVisible = missing.some((value) => values.slice(from, from + 20).includes(value))
      if (isVisible || isWhole) void loadNames(list, missing)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [list, values, from, faults, isInView, isWhole, version])
}
