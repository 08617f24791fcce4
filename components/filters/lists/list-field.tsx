'use client'

import { memo, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { restoreFocus } from '@/components/ui/restore-focus'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_FILTER_ITEMS, type FilterListName } from '@/lib/domain/filter-lists'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { addTexts, replaceValue, replaceValues } from '../draft/add-texts'
import {
  countOver,
  diffList,
  findFilterFaults,
  type ListDiff,
  type ListFaults,
  type ServiceFaults,
} from '../draft/filter-draft'
import { DropArea } from '../file/drop-area'
import { FilePicker } from '../file/file-picker'
import { AddField } from './add-field'
import { ChangeNote, type ListChange } from './change-note'
import { ListBrowser } from './list-browser'
import { splitNames } from './split-names'
import type { ListEdits } from './value-row'
import { WideNames } from './wide-names'

interface ListFieldProps {
  readonly list: FilterListName
  /** The id of the saved filter; undefined while there is none. */
  readonly filterId: string | undefined
  readonly values: readonly string[]
  readonly saved: readonly string[]
  readonly refused: ServiceFaults
  /** Stable between renders, like every property here, so that typing in one list renders no other. */
  readonly onChange: (list: FilterListName, values: readonly string[]) => void
  readonly onFile: (file: File, list: FilterListName) => void
  readonly onColumns: (text: string, list: FilterListName) => void
}

function useListEdits(
  { list, values, onChange }: Pick<ListFieldProps, 'list' | 'values' | 'onChange'>,
  inputId: string,
) {
  const [last, setLast] = useState<ListChange & { readonly after: readonly string[] }>()
  const apply = (after: readonly string[], change: ListChange) => {
    if (after !== values) onChange(list, after)
    setLast({ ...change, after })
  }
  const findInput = () => document.querySelector<HTMLElement>(`#${CSS.escape(inputId)}`)
  const focusInput = () => findInput()?.focus()
  /** The pressed row or button disappears with its action, so the focus moves to the rows. */
  const restoreRowFocus = () =>
    restoreFocus(() => findInput()?.closest('[data-list]')?.querySelector<HTMLElement>('[role="grid"]') ?? findInput())
  const add = (texts: readonly string[], title?: string) => {
    const addition = addTexts(list, values, texts)
    apply(addition.values, { kind: 'added', addition, title, before: values })
  }
  const edits: ListEdits = {
    remove: (removed) => {
      const after = values.filter((value) => !removed.has(value))
      if (after.length === 0) focusInput()
      apply(after, { kind: 'removed', count: values.length - after.length, before: values })
      restoreRowFocus()
    },
    replace: (old, text) => {
      const { values: after, merged } = replaceValue(list, values, { old, text })
      if (merged === undefined) onChange(list, after)
      else apply(after, { kind: 'merged', merged, before: values })
      restoreRowFocus()
    },
  }
  const correctAll = (corrections: ReadonlyMap<string, string>) => {
    apply(replaceValues(list, values, corrections), { kind: 'mended', count: corrections.size, before: values })
    restoreRowFocus()
  }
  const split = (value: string, names: readonly string[]) => {
    onChange(list, splitValue(values, value, names))
    restoreRowFocus()
  }
  const undo = (before: readonly string[]) => {
    onChange(list, before)
    setLast(undefined)
    focusInput()
  }
  // A change from elsewhere makes the last action impossible to undo.
  return { add, edits, correctAll, split, undo, last: last?.after === values ? last : undefined }
}

/** One of the eight lists: a field to add values, and the values, invalid ones first. */
export const ListField = memo(function ListField(props: ListFieldProps) {
  const { list, filterId, values, saved, refused, onFile, onColumns } = props
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  const faults = useMemo(() => findFilterFaults(list, values, refused), [list, values, refused])
  const savedSet = useMemo(() => new Set(saved), [saved])
  const { add, edits, correctAll, split, undo, last } = useListEdits(props, id)
  const overLimit = countOver(values)
  return (
    <DropArea label={t('file.dropList', { list: t(`lists.${list}`) })} onFile={(file) => onFile(file, list)}>
      <div className="min-w-0 py-3" data-list={list}>
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <label htmlFor={id} className="flex items-baseline gap-1.5 font-medium">
            <ListLabel list={list} count={values.length} diff={diffList(saved, values)} />
          </label>
          <span className="flex flex-wrap gap-2">
            {list === 'pesel' && values.some(isTyped) && (
              <RevealButton isRevealed={isRevealed} onChange={setIsRevealed} />
            )}
            <FilePicker label={t('file.intoList', { list: t(`lists.${list}`) })} onFile={(file) => onFile(file, list)}>
              {t('file.short')}
            </FilePicker>
          </span>
        </div>
        <AddField
          {...{ id, list }}
          errorId={overLimit > 0 ? `${id}-error` : undefined}
          onAdd={add}
          onColumns={(text) => onColumns(text, list)}
        />
        {overLimit > 0 && (
          <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-ink">
            {t('editor.tooMany', {
              max: countValues(MAX_FILTER_ITEMS).count,
              count: countValues(values.length).count,
              over: countValues(overLimit).count,
            })}
          </p>
        )}
        <ChangeNote list={list} change={last} onUndo={undo} />
        {list === 'name' && (
          <WideNames {...{ values }} saved={savedSet} onRemove={(value) => edits.remove(new Set([value]))} />
        )}
        {list === 'name' && <SplitOffers values={values} saved={savedSet} onSplit={split} />}
        {faults.size > 0 && (
          <FaultBar faults={faults} onCorrectAll={correctAll} onRemove={() => edits.remove(new Set(faults.keys()))} />
        )}
        {values.length > 0 && (
          <div className="mt-2">
            <ListBrowser {...{ list, filterId, values, faults, isRevealed, edits }} saved={savedSet} />
          </div>
        )}
      </div>
    </DropArea>
  )
})

const splitValue = (values: readonly string[], value: string, names: readonly string[]): readonly string[] => [
  ...new Set(values.flatMap((each) => (each === value ? names : [each]))),
]

function ListLabel({
  list,
  count,
  diff,
}: {
  readonly list: FilterListName
  readonly count: number
  readonly diff: ListDiff
}) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  return (
    <>
      {t(`lists.${list}`)}
      <span className="text-sm font-normal text-muted tabular">{countValues(count).count}</span>
      {diff.added > 0 && <Badge tone="accent">{t('editor.added', { count: countValues(diff.added).count })}</Badge>}
      {diff.removed > 0 && <Badge tone="warn">{t('editor.removed', { count: countValues(diff.removed).count })}</Badge>}
    </>
  )
}

interface FaultBarProps {
  readonly faults: ListFaults
  readonly onCorrectAll: (corrections: ReadonlyMap<string, string>) => void
  readonly onRemove: () => void
}

/** Actions on all invalid values of the list: apply the suggestions, or remove them. */
function FaultBar({ faults, onCorrectAll, onRemove }: FaultBarProps) {
  const t = useTranslations('filters.editor')
  const countValues = useCountValues()
  const corrections = useMemo(
    () =>
      new Map(
        [...faults].flatMap(([value, fault]) =>
          fault.by === 'panel' && fault.suggestion !== undefined ? [[value, fault.suggestion] as const] : [],
        ),
      ),
    [faults],
  )
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
      <p className="font-medium text-danger-ink">{t('faults', countValues(faults.size))}</p>
      {corrections.size > 1 && (
        <Button size="sm" onClick={() => onCorrectAll(corrections)}>
          {t('takeAll', { count: countValues(corrections.size).count })}
        </Button>
      )}
      <Button size="sm" onClick={onRemove}>
        {t('removeAll', { count: countValues(faults.size).count })}
      </Button>
    </div>
  )
}

const isTyped = (value: string): boolean => readSealed(value) === undefined

interface RevealButtonProps {
  readonly isRevealed: boolean
  readonly onChange: (isRevealed: boolean) => void
}

/**
 * Reveals numbers typed since the last save. They exist in this page only, so no permission or audit entry is needed.
 */
function RevealButton({ isRevealed, onChange }: RevealButtonProps) {
  const t = useTranslations('filters.editor')
  return (
    <Button size="sm" variant="ghost" aria-pressed={isRevealed} onClick={() => onChange(!isRevealed)}>
      <Icon name={isRevealed ? 'eye-off' : 'eye'} size={14} />
      {t(isRevealed ? 'hide' : 'reveal')}
    </Button>
  )
}

const MAX_OFFERS = 5

interface SplitOffersProps {
  readonly values: readonly string[]
  readonly saved: ReadonlySet<string>
  readonly onSplit: (value: string, names: readonly string[]) => void
}

/**
 * A comma may belong to a name, so only the user can decide whether a text added since the last save was several names.
 */
function SplitOffers({ values, saved, onSplit }: SplitOffersProps) {
  const t = useTranslations('filters.editor')
  const suggestions = useMemo(() => {
    const found: { readonly value: string; readonly names: readonly string[] }[] = []
    for (const value of values) {
      const names = saved.has(value) || found.length === MAX_OFFERS ? undefined : splitNames(value)
      if (names !== undefined) found.push({ value, names })
    }
    return found
  }, [values, saved])
  return suggestions.map(({ value, names }) => (
    <p key={value} className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
      <span className="min-w-0 break-words text-muted">{t('oneName', { value })}</span>
      <Button size="sm" onClick={() => onSplit(value, names)}>
        {t('split', { count: names.length, names: names.join(' · ') })}
      </Button>
    </p>
  ))
}
