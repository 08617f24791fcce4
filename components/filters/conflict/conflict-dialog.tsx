'use client'

import { useMemo, useState, type ReactNode, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { SearchField } from '@/components/ui/inputs/search-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { ListedValue } from '../difference/listed-value'
import { LongList } from '../difference/long-list'
import { type FilterRecord, toFilterDraft, changedValues, diffList, type FilterDraft } from '../draft/filter-draft'
import { ListCounts } from '../draft/list-counts'
import { mergeDrafts, type MergeSides } from '../draft/three-way-merge'
import { restoreEditorFocus } from '../editor/editor-focus'
import type { FilterEdit } from '../editor/use-filter-draft'
import { UncomparedPersons } from '../lists/uncompared-persons'
import { mergeRows, type SideChange, findMergeRows, type MergeRow } from './merge-rows'

/** A list of at most this many rows needs no search field. */
const MAX_WITHOUT_SEARCH = 8
/** The columns are the value, the two sides and the merge. */
const GRID = 'sm:grid sm:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem_6.5rem] sm:gap-3'

/** Lists the values that either side changed, with what each side did and whether the merged list has the value. */
function ChangedValues({ rows }: { readonly rows: readonly MergeRow[] }) {
  const t = useTranslations('filters.conflict')
  const difference = useTranslations('filters.difference')
  const countValues = useCountValues()
  const [text, setText] = useState('')
  const needle = useDeferredValue(text)
  const filteredRows = useMemo(() => findMergeRows(rows, needle), [rows, needle])
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">
        {t('rows')} <span className="text-sm font-normal text-muted tabular">{countValues(rows.length).count}</span>
      </h3>
      {rows.length > MAX_WITHOUT_SEARCH && <SearchField label={difference('find')} value={text} onChange={setText} />}
      <div aria-hidden className={`hidden px-2.5 text-sm text-muted ${GRID}`}>
        <span />
        <span>{t('sides.mine')}</span>
        <span>{t('sides.theirs')}</span>
        <span>{t('sides.merged')}</span>
      </div>
      {filteredRows.length === 0 ? (
        <p role="status" className="text-muted">
          {difference('noneFound')}
        </p>
      ) : (
        <LongList rows={filteredRows} label={t('rows')} keyOf={({ list, value }) => `${list} ${value}`}>
          {(row) => <ChangedValue row={row} />}
        </LongList>
      )}
    </div>
  )
}

const tones = { added: 'accent', removed: 'warn' } as const

function ChangedValue({ row: { list, value, mine, theirs, isMerged } }: { readonly row: MergeRow }) {
  const t = useTranslations('filters.conflict')
  return (
    <span className={`flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 ${GRID}`}>
      <span className="flex min-w-0 max-sm:basis-full">
        <ListedValue list={list} value={value} />
      </span>
      <Side name={t('sides.mine')}>
        <SideChangeText change={mine} />
      </Side>
      <Side name={t('sides.theirs')}>
        <SideChangeText change={theirs} />
      </Side>
      <Side name={t('sides.merged')}>
        <span className="font-medium">{t(isMerged ? 'in' : 'out')}</span>
      </Side>
    </span>
  )
}

/** The column header names the side on wide screens; on phones each cell does. */
function Side({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span className="text-sm">
      <span className="text-muted sm:sr-only">{name}: </span>
      {children}
    </span>
  )
}

function SideChangeText({ change }: { readonly change: SideChange }) {
  const t = useTranslations('filters.conflict.fates')
  return change === 'unchanged' ? (
    <span className="text-muted">{t('unchanged')}</span>
  ) : (
    <Badge tone={tones[change]}>{t(change)}</Badge>
  )
}

const columns = ['base', 'mine', 'theirs', 'merged'] as const

function MergeCounts({ sides, merged }: { readonly sides: MergeSides; readonly merged: FilterDraft }) {
  const t = useTranslations('filters.conflict')
  const states = { ...sides, merged }
  const isChanged = (list: FilterListName) =>
    [sides.mine, sides.theirs].some(({ content }) => {
      const { added, removed } = changedValues(sides.base.content[list], content[list])
      return added.length + removed.length > 0
    })
  const lists = filterLists.filter(isChanged)
  if (lists.length === 0) return null
  return (
    <div className="scroll-x">
      <ListCounts
        title={t('list')}
        columns={columns}
        nameOf={(column) => t(`sides.${column}`)}
        lists={lists}
        renderCount={(column, list) => <Count before={sides.base.content[list]} after={states[column].content[list]} />}
      />
    </div>
  )
}

function Count({ before, after }: { readonly before: readonly string[]; readonly after: readonly string[] }) {
  const t = useTranslations('filters.editor')
  const countValues = useCountValues()
  const { added, removed } = diffList(before, after)
  return (
    <>
      {countValues(after.length).count}
      <span className="block text-muted">
        {added > 0 && ` ${t('added', { count: countValues(added).count })}`}
        {removed > 0 && ` ${t('removed', { count: countValues(removed).count })}`}
      </span>
    </>
  )
}

interface ConflictDialogProps {
  readonly edit: FilterEdit
  readonly theirs: FilterRecord
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

/**
 * Compares two edits of one filter and offers three ways to resolve them. The draft stays unchanged until one is
 * chosen.
 */
export function ConflictDialog({ edit, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  const t = useTranslations('filters.conflict')
  const { saved: base, draft: mine } = edit
  const sides = useMemo(() => ({ base, mine, theirs: toFilterDraft(theirs) }), [base, mine, theirs])
  const merged = useMemo(() => mergeDrafts(sides), [sides])
  const rows = useMemo(() => mergeRows(sides), [sides])
  const [side, setSide] = useState<'mine' | 'theirs'>('mine')
  const leave = (act: () => void) => {
    onClose()
    act()
    restoreEditorFocus()
  }
  const merge = () => {
    edit.rebase(theirs, { ...merged.draft, name: merged.names?.[side] ?? merged.draft.name })
    toast.success(t('merged'))
  }
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button onClick={() => leave(onTakeTheirs)}>{t('theirs')}</Button>
          <Button onClick={() => leave(onKeepMine)}>{t('mine')}</Button>
          <Button variant="primary" onClick={() => leave(merge)}>
            {t('merge')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">{t('explain')}</p>
        <MergeCounts sides={sides} merged={merged.draft} />
        <UncomparedPersons list="pesel" values={merged.draft.content.pesel} />
        {merged.names !== undefined && (
          <RadioGroup
            label={t('names')}
            value={side}
            onChange={setSide}
            options={[
              { value: 'mine', label: maskPesels(merged.names.mine), description: t('sides.mine') },
              { value: 'theirs', label: maskPesels(merged.names.theirs), description: t('sides.theirs') },
            ]}
          />
        )}
        {merged.names === undefined && merged.draft.name !== mine.name && (
          <p className="break-words">{t('renamed', { name: maskPesels(merged.draft.name) })}</p>
        )}
        {rows.length > 0 && <ChangedValues rows={rows} />}
      </div>
    </Dialog>
  )
}
