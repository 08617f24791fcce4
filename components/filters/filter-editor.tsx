'use client'

import { type FormEvent, useState, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { TextField } from '@/components/ui/inputs/text-field'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { isApiError } from '@/lib/domain/api-error'

import { ConflictBanner } from './conflict-banner'
import { draftMemory } from './draft-memory'
import { EditorHeader } from './editor-header'
import { type FilterRecord, MAX_NAME_LENGTH, countItems, findFilterFaults, isTooLong } from './filter-draft'
import { shownFilterLists } from './filter-lists'
import { FilterMonitors } from './filter-monitors'
import { ListField } from './list-field'
import { ReadOnlyLists } from './read-only-lists'
import { SaveBar } from './save-bar'
import { SaveProblem } from './save-problem'
import { type FilterEdit, useFilterDraft } from './use-filter-draft'
import { useFilterLeaveGuard } from './use-leave-guard'
import { useSaveFilter } from './use-save-filter'

interface FilterEditorProps {
  /** Undefined for a new filter, and for one that was deleted while it was edited. */
  readonly record: FilterRecord | undefined
  readonly memoryKey: string
}

function Lists({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.editor')
  return (
    <section aria-label={t('contents')}>
      <p className="pt-3 text-sm text-muted">{t('paste')}</p>
      <div className="divide-y">
        {shownFilterLists.map((list) => (
          <ListField
            key={list}
            list={list}
            filterId={edit.base?.id}
            values={edit.draft.content[list]}
            saved={edit.saved.content[list]}
            diff={edit.diff.byList[list]}
            refused={edit.refused}
            onChange={(values) => edit.setList(list, values)}
          />
        ))}
      </div>
    </section>
  )
}

function NameField({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.editor')
  const [wasLeft, setWasLeft] = useState(false)
  const { name } = edit.draft
  const isLong = name.trim().length > MAX_NAME_LENGTH
  const missing = wasLeft && name.trim() === '' ? t('nameRequired') : undefined
  return (
    <TextField
      label={t('name')}
      value={name}
      autoComplete="off"
      autoFocus={edit.base === undefined}
      onChange={(event) => edit.setName(event.target.value)}
      onBlur={() => setWasLeft(true)}
      error={isLong ? t('nameLong', { max: MAX_NAME_LENGTH }) : missing}
    />
  )
}

/** One filter: its name and eight lists, what a save would change, and what others did meanwhile. */
export function FilterEditor({ record, memoryKey }: FilterEditorProps) {
  const t = useTranslations('filters')
  const permission = usePermission('filters.update')
  const edit = useFilterDraft(record, memoryKey)
  const { save, isSaving, error } = useSaveFilter(edit, memoryKey)
  const guard = useFilterLeaveGuard(edit.diff.isDirty)
  const blockedBy = useBlockedBy(edit)
  const { base, theirs } = edit
  const isGone = base !== undefined && (record === undefined || (isApiError(error) && error.status === 404))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (edit.diff.isDirty && blockedBy === undefined && permission.allowed) void save()
  }
  const leave = () => {
    draftMemory.forget(memoryKey)
    guard.leave()
  }
  return (
    <Card>
      <EditorHeader edit={edit} memoryKey={memoryKey} isGone={isGone} />
      <div className="grid grid-cols-1 gap-3 px-4 py-3.5">
        <SaveProblem error={error} isGone={isGone} onSaveAsNew={() => void save({ isNew: true })} />
        {theirs !== undefined && !isSaving && (
          <ConflictBanner
            saved={edit.saved}
            theirs={theirs}
            onTakeTheirs={() => edit.adopt(theirs)}
            onKeepMine={() => void save({ over: theirs })}
          />
        )}
        {base !== undefined && !isGone && <FilterMonitors filter={base} isUnsaved={edit.diff.isDirty} />}
        {permission.allowed ? (
          <form onSubmit={submit} data-part="filter-name">
            <NameField edit={edit} />
          </form>
        ) : null}
        {permission.allowed ? <Lists edit={edit} /> : <ReadOnlyLists content={edit.draft.content} />}
      </div>
      <SaveBar
        diff={edit.diff}
        isNew={base === undefined}
        {...{ isSaving, blockedBy }}
        onSave={() => void save()}
        onDiscard={edit.discard}
      />
      <ConfirmDialogLazy
        title={t('leave.title')}
        isOpen={guard.isAsking}
        onOpenChange={guard.stay}
        tone="danger"
        confirmLabel={t('leave.confirm')}
        onConfirm={leave}
      >
        {t('leave.text', { name: edit.draft.name })}
      </ConfirmDialogLazy>
    </Card>
  )
}

/** Why a draft cannot be saved as it is, in words; undefined when it can. */
function useBlockedBy({ base, draft, refused }: FilterEdit): string | undefined {
  const t = useTranslations('filters')
  const isFaulty = useMemo(
    () =>
      shownFilterLists.some((list) => {
        const values = draft.content[list]
        return isTooLong(values) || findFilterFaults(list, values, refused).size > 0
      }),
    [draft.content, refused],
  )
  if (draft.name.trim() === '') return t('editor.nameRequired')
  if (draft.name.trim().length > MAX_NAME_LENGTH) return t('editor.nameLong', { max: MAX_NAME_LENGTH })
  if (isFaulty) return t('save.blocked')
  return base === undefined && countItems(draft.content) === 0 ? t('save.emptyNew') : undefined
}
