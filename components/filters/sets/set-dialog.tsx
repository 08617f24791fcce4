'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { filterLists } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import {
  type ContentDraft,
  countItems,
  countOver,
  emptyDraft,
  type FilterRecord,
  MAX_NAME_LENGTH,
  toFilterDraft,
} from '../draft/filter-draft'
import { ListCounts } from '../draft/list-counts'
import { combineFilters, hasIncomparable, type SetOperation, setOperations } from '../draft/set-arithmetic'
import type { FilterEdit } from '../editor/use-filter-draft'
import { useNewDraft } from './use-new-draft'

interface SetDialogProps {
  readonly edit: FilterEdit
  readonly onClose: () => void
}

function useCombined({ base, draft: { content } }: FilterEdit, operation: SetOperation) {
  const { data } = useQuery(query('filters.list', { query: {} }))
  const [id, choose] = useState<string>()
  const others = useMemo(() => (data?.items ?? []).filter((each) => each.id !== base?.id), [data, base])
  const other = others.find((each) => each.id === id)
  const b = useMemo(() => {
    const chosen = others.find((each) => each.id === id)
    return chosen === undefined ? emptyDraft.content : toFilterDraft(chosen).content
  }, [others, id])
  const result = useMemo(() => combineFilters(content, b, operation), [content, b, operation])
  return { others, other, choose, id, b, result }
}

interface ApplyResultOptions extends SetDialogProps {
  readonly other: FilterRecord | undefined
  readonly operation: SetOperation
  readonly result: ContentDraft
}

function useApplyResult({ edit, other, operation, result, onClose }: ApplyResultOptions) {
  const t = useTranslations('filters.sets')
  const { deniedReason, open } = useNewDraft()
  const applyHere = () => {
    for (const list of filterLists) edit.setList(list, result[list])
    toast.success(t('done'))
    onClose()
  }
  const asNew = () => {
    onClose()
    const name = t(`names.${operation}`, { a: edit.draft.name, b: other?.name ?? '' })
    open({ name: name.slice(0, MAX_NAME_LENGTH), content: result })
  }
  return { here: applyHere, asNew, deniedReason }
}

export function SetDialog({ edit, onClose }: SetDialogProps) {
  const t = useTranslations('filters.sets')
  const editing = usePermission('filters.update')
  const [operation, setOperation] = useState<SetOperation>('without')
  const { others, other, choose: setId, id, b, result } = useCombined(edit, operation)
  const { content } = edit.draft
  const missingReason = other === undefined ? t('chooseFirst') : undefined
  const emptyReason = countItems(result) === 0 ? t('empty') : undefined
  const applyResult = useApplyResult({ edit, other, operation, result, onClose })
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      size="md"
      footer={
        <>
          <Button disabledReason={missingReason ?? editing.reason} onClick={applyResult.here}>
            {t('here')}
          </Button>
          <Button
            variant="primary"
            disabledReason={missingReason ?? emptyReason ?? applyResult.deniedReason}
            onClick={applyResult.asNew}
          >
            {t('asNew')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="break-words">{t('a', { name: maskPesels(edit.draft.name) })}</p>
        <Select
          label={t('b')}
          value={id ?? ''}
          options={[
            { value: '', label: t('choose') },
            ...others.map((each) => ({ value: each.id, label: maskPesels(each.name ?? each.id) })),
          ]}
          onChange={({ target }) => setId(target.value)}
        />
        <RadioGroup
          label={t('operation')}
          value={operation}
          onChange={setOperation}
          options={setOperations.map((value) => ({ value, label: t(`operations.${value}`) }))}
        />
        {others.length === 0 && <p className="text-muted">{t('noOther')}</p>}
        {other !== undefined && (
          <>
            <Counts a={content} b={b} result={result} />
            <Cautions a={content} b={b} result={result} />
          </>
        )}
      </div>
    </Dialog>
  )
}

const columns = ['a', 'b', 'result'] as const

function Counts(sides: Readonly<Record<(typeof columns)[number], ContentDraft>>) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const lists = filterLists.filter((list) => sides.a[list].length + sides.b[list].length > 0)
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium tabular">
        {t('sets.result', countValues(countItems(sides.result)))}
      </p>
      <ListCounts
        title={t('sets.list')}
        columns={columns}
        nameOf={(column) => t(`sets.sides.${column}`)}
        lists={lists}
        renderCount={(column, list) => countValues(sides[column][list].length).count}
      />
    </div>
  )
}

/** Warns of what the counts do not show. */
function Cautions({ a, b, result }: Readonly<Record<'a' | 'b' | 'result', ContentDraft>>) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const overLimitLists = filterLists.filter((list) => countOver(result[list]) > 0)
  return (
    <>
      {overLimitLists.map((list) => (
        <p key={list} className="text-sm text-danger-ink">
          {t('sets.over', { list: t(`lists.${list}`), ...countValues(countOver(result[list])) })}
        </p>
      ))}
      {hasIncomparable(a, b) && <p className="text-sm text-warn-ink">{t('sets.incomparable')}</p>}
    </>
  )
}
