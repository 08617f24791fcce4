'use client'

import { type FormEvent, useMemo, useState, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { TextField } from '@/components/ui/inputs/text-field'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { useUnloadWarning } from '@/components/ui/use-unload-warning'
import { isApiError } from '@/lib/domain/api-error'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { draftMemory } from '../draft/draft-memory'
import { type FilterRecord, countItems, countOver, findFilterFaults, type ListFaults } from '../draft/filter-draft'
import { useNameFault } from '../draft/use-name-fault'
import { CoverageCard } from '../filter-coverage/coverage-card'
import { FilterMonitors } from '../filter-monitors'
import { ListBrowser } from '../lists/list-browser'
import { restoreEditorFocus } from './editor-focus'
import { EditorHeader } from './editor-header'
import { EditorLists } from './editor-lists'
import { type SaveObstacle, SaveBar } from './save-bar'
import { SaveRefusal } from './save-refusal'
import { type FilterEdit, useFilterDraft } from './use-filter-draft'
import { useSaveFilter } from './use-save-filter'

const noFaults: ListFaults = new Map()
const nothingSaved: ReadonlySet<string> = new Set()

/** One of the eight lists for a role that may only read. */
function ReadOnlyList({ list, values }: { readonly list: FilterListName; readonly values: readonly string[] }) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  return (
    <section className="py-3">
      <h3 className="mb-1.5 flex items-baseline gap-1.5 font-medium">
        {t(`lists.${list}`)}
        <span className="text-sm font-normal text-muted tabular">{countValues(values.length).count}</span>
      </h3>
      {values.length === 0 ? (
        <span className="text-sm text-muted">{t('editor.none')}</span>
      ) : (
        <ListBrowser
          {...{ list, values }}
          filterId={undefined}
          saved={nothingSaved}
          faults={noFaults}
          isRevealed={false}
          edits={undefined}
        />
      )}
    </section>
  )
}

const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

/** Returns the link that a plain click follows if it would leave the editor. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!isPlainClick(event) || link === null || link.target === '_blank' || link.download !== '') return undefined
  const { origin, pathname, search } = new URL(link.href)
  const isHere = pathname === window.location.pathname && search === window.location.search
  return origin === window.location.origin && !isHere ? link : undefined
}

/**
 * Asks before a click discards unsaved changes; the browser itself asks before the tab closes. Back and forward cannot
 * be intercepted: there the draft memory restores the changes.
 */
function useFilterLeaveGuard(isDirty: boolean) {
  const [link, setLink] = useState<HTMLAnchorElement>()
  const isLeaving = useRef(false)
  useUnloadWarning(isDirty)
  useEffect(() => {
    if (!isDirty) return undefined
    const onClick = (event: MouseEvent) => {
      const found = isLeaving.current ? undefined : findLeavingLink(event)
      if (found === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      setLink(found)
    }
    // A capturing listener on the window runs before React's listener on the document.
    window.addEventListener('click', onClick, { capture: true })
    return () => window.removeEventListener('click', onClick, { capture: true })
  }, [isDirty])
  const stay = () => setLink(undefined)
  const leave = () => {
    isLeaving.current = true
    // The click is repeated, so that the link keeps its own behaviour.
    link?.click()
    stay()
  }
  return { isAsking: link !== undefined, stay, leave }
}

interface FilterEditorProps {
  /** Undefined for a new filter, and for one that was deleted during the edit. */
  readonly record: FilterRecord | undefined
  readonly memoryKey: string
}

function NameField({ edit, onSubmit }: { readonly edit: FilterEdit; readonly onSubmit: (event: FormEvent) => void }) {
  const t = useTranslations('filters.editor')
  const [wasLeft, setWasLeft] = useState(false)
  const { name } = edit.draft
  const fault = useNameFault(name)
  return (
    <form onSubmit={onSubmit} data-part="filter-name">
      <TextField
        label={t('name')}
        value={name}
        autoComplete="off"
        autoFocus={edit.base === undefined}
        onChange={(event) => edit.setName(event.target.value)}
        onBlur={() => setWasLeft(true)}
        error={wasLeft || name.trim() !== '' ? fault : undefined}
      />
    </form>
  )
}

export function FilterEditor({ record, memoryKey }: FilterEditorProps) {
  const t = useTranslations('filters')
  const permission = usePermission('filters.update')
  const edit = useFilterDraft(record, memoryKey)
  const saving = useSaveFilter(edit, memoryKey)
  const { save, isSaving, error } = saving
  const discardWithUndo = useDiscardDraft(edit)
  const guard = useFilterLeaveGuard(edit.diff.isDirty)
  const blockedBy = useSaveObstacle(edit)
  const { base } = edit
  const isDeleted = base !== undefined && (record === undefined || (isApiError(error) && error.status === 404))
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
      <EditorHeader edit={edit} memoryKey={memoryKey} isDeleted={isDeleted} />
      <div className="grid grid-cols-1 gap-3 px-4 py-3.5">
        <SaveRefusal
          {...{ edit, saving, isDeleted }}
          onTakeTheirs={(theirs) => discardWithUndo(() => edit.adopt(theirs), t('conflict.taken'))}
        />
        {base !== undefined && !isDeleted && <FilterMonitors filter={base} isUnsaved={edit.diff.isDirty} />}
        {permission.allowed ? (
          <>
            <NameField edit={edit} onSubmit={submit} />
            <EditorLists edit={edit} />
          </>
        ) : (
          <div className="divide-y">
            {filterLists.map((list) => (
              <ReadOnlyList key={list} list={list} values={edit.draft.content[list]} />
            ))}
          </div>
        )}
        <CoverageCard edit={edit} />
      </div>
      <SaveBar
        edit={edit}
        isNew={base === undefined}
        {...{ isSaving, blockedBy }}
        onSave={() => void save()}
        onDiscard={() => discardWithUndo(edit.discard, t('save.discarded'))}
      />
      <ConfirmDialogLazy
        title={t('leave.title')}
        isOpen={guard.isAsking}
        onClose={guard.stay}
        tone="danger"
        confirmLabel={t('leave.confirm')}
        onConfirm={leave}
      >
        {t('leave.text', { name: edit.draft.name })}
      </ConfirmDialogLazy>
    </Card>
  )
}

/** Discards the edits, which may be ten thousand numbers, and offers to undo that. */
function useDiscardDraft({ base, draft, rebase }: FilterEdit) {
  const t = useTranslations('filters.add')
  return (act: () => void, message: string) => {
    act()
    restoreEditorFocus()
    const undo = { label: t('undo'), onPress: () => base !== undefined && rebase(base, draft) }
    toast.success(message, { action: undo })
  }
}

/** Returns why a draft cannot be saved, as text, and the list to correct; undefined if it can. */
function useSaveObstacle({ base, draft, refused }: FilterEdit): SaveObstacle | undefined {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const nameFault = useNameFault(draft.name)
  const { faulty, full, over } = useMemo(
    () => ({
      faulty: filterLists.find((list) => findFilterFaults(list, draft.content[list], refused).size > 0),
      full: filterLists.find((list) => countOver(draft.content[list]) > 0),
      over: filterLists.reduce((sum, list) => sum + countOver(draft.content[list]), 0),
    }),
    [draft.content, refused],
  )
  if (nameFault !== undefined) return { reason: nameFault }
  if (over > 0) return { reason: t('save.over', countValues(over)), list: full }
  if (faulty !== undefined) return { reason: t('save.blocked'), list: faulty }
  return base === undefined && countItems(draft.content) === 0 ? { reason: t('save.emptyNew') } : undefined
}
