'use client'

import { type FormEvent, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { TextField } from '@/components/ui/inputs/text-field'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { isApiError } from '@/lib/domain/api-error'
import { filterLists } from '@/lib/domain/filter-lists'

import { draftMemory } from '../draft/draft-memory'
import { type FilterRecord, MAX_NAME_LENGTH, countItems, countOver, findFilterFaults } from '../draft/filter-draft'
import { CoverageCard } from '../filter-coverage/coverage-card'
import { FilterMonitors } from '../filter-monitors'
import { ReadOnlyLists } from '../lists/read-only-lists'
import { keepEditorFocus } from './editor-focus'
import { EditorHeader } from './editor-header'
import { EditorLists } from './editor-lists'
import { type Obstacle, SaveBar } from './save-bar'
import { SaveRefusal } from './save-refusal'
import { type FilterEdit, useFilterDraft } from './use-filter-draft'
import { useFilterLeaveGuard } from './use-leave-guard'
import { useSaveFilter } from './use-save-filter'

interface FilterEditorProps {
  /** Undefined for a new filter, and for one that was deleted while it was edited. */
  readonly record: FilterRecord | undefined
  readonly memoryKey: string
}

interface NameFieldProps {
  readonly edit: FilterEdit
  readonly onSubmit: (event: FormEvent) => void
}

function NameField({ edit, onSubmit }: NameFieldProps) {
  const t = useTranslations('filters.editor')
  const [wasLeft, setWasLeft] = useState(false)
  const { name } = edit.draft
  const isLong = name.trim().length > MAX_NAME_LENGTH
  const missing = wasLeft && name.trim() === '' ? t('nameRequired') : undefined
  return (
    <form onSubmit={onSubmit} data-part="filter-name">
      <TextField
        label={t('name')}
        value={name}
        autoComplete="off"
        autoFocus={edit.base === undefined}
        onChange={(event) => edit.setName(event.target.value)}
        onBlur={() => setWasLeft(true)}
        error={isLong ? t('nameLong', { max: MAX_NAME_LENGTH }) : missing}
      />
    </form>
  )
}

/** One filter: its name and eight lists, what a save would change, and what others did meanwhile. */
export function FilterEditor({ record, memoryKey }: FilterEditorProps) {
  const t = useTranslations('filters')
  const permission = usePermission('filters.update')
  const edit = useFilterDraft(record, memoryKey)
  const saving = useSaveFilter(edit, memoryKey)
  const { save, isSaving, error } = saving
  const drop = useDropDraft(edit)
  const guard = useFilterLeaveGuard(edit.diff.isDirty)
  const blockedBy = useBlockedBy(edit)
  const { base } = edit
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
        <SaveRefusal
          {...{ edit, saving, isGone }}
          onTakeTheirs={(theirs) => drop(() => edit.adopt(theirs), t('conflict.taken'))}
        />
        {base !== undefined && !isGone && <FilterMonitors filter={base} isUnsaved={edit.diff.isDirty} />}
        {permission.allowed && <NameField edit={edit} onSubmit={submit} />}
        {permission.allowed ? <EditorLists edit={edit} /> : <ReadOnlyLists content={edit.draft.content} />}
        <CoverageCard edit={edit} />
      </div>
      <SaveBar
        edit={edit}
        isNew={base === undefined}
        {...{ isSaving, blockedBy }}
        onSave={() => void save()}
        onDiscard={() => drop(edit.discard, t('save.discarded'))}
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

/** Drops what was edited, which may be ten thousand numbers, with the way back. */
function useDropDraft({ base, draft, rebase }: FilterEdit) {
  const t = useTranslations('filters.add')
  return (act: () => void, said: string) => {
    act()
    keepEditorFocus()
    const undo = { label: t('undo'), onPress: () => base !== undefined && rebase(base, draft) }
    toast.success(said, { action: undo })
  }
}

/** Why a draft cannot be saved as it is, in words, and the list to mend; undefined when it can. */
function useBlockedBy({ base, draft, refused }: FilterEdit): Obstacle | undefined {
  const t = useTranslations('filters')
  const counted = useCountValues()
  const { faulty, full, over } = useMemo(
    () => ({
      faulty: filterLists.find((list) => findFilterFaults(list, draft.content[list], refused).size > 0),
      full: filterLists.find((list) => countOver(draft.content[list]) > 0),
      over: filterLists.reduce((sum, list) => sum + countOver(draft.content[list]), 0),
    }),
    [draft.content, refused],
  )
  if (draft.name.trim() === '') return { reason: t('editor.nameRequired') }
  if (draft.name.trim().length > MAX_NAME_LENGTH) return { reason: t('editor.nameLong', { max: MAX_NAME_LENGTH }) }
  if (over > 0) return { reason: t('save.over', counted(over)), list: full }
  if (faulty !== undefined) return { reason: t('save.blocked'), list: faulty }
  return base === undefined && countItems(draft.content) === 0 ? { reason: t('save.emptyNew') } : undefined
}
