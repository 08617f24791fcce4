'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { restoreFocus } from '@/components/ui/restore-focus'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'

import { draftMemory } from '../draft/draft-memory'
import { countItems, MAX_NAME_LENGTH } from '../draft/filter-draft'
import { MonitorLinks } from '../filter-monitors'
import { useNewDraft } from '../sets/use-new-draft'
import { FilterExportButton } from '../transfer/transfer-buttons'
import { useMonitorsOfFilter } from '../use-monitors-of-filter'
import { filterHref, openFilter } from '../use-selected-filter'
import { VersionsButton } from '../versions/versions-button'
import type { FilterEdit } from './use-filter-draft'

interface DeleteFilterProps {
  readonly id: string
  readonly name: string
  readonly memoryKey: string
  readonly persons: number
}

/** Warns which monitors stop matching, by name. */
function DeleteConsequence({ id }: { readonly id: string }) {
  const t = useTranslations('filters.delete')
  const countValues = useCountValues()
  const { data, isPending } = useMonitorsOfFilter(id)
  if (isPending) return <p>{t('counting')}</p>
  if (data === undefined) return <p>{t('monitorsUnknown')}</p>
  return (
    <>
      <p>{data.isComplete ? t('monitors', countValues(data.monitors.length)) : t('monitorsUnknown')}</p>
      {data.monitors.length > 0 && <MonitorLinks found={data} />}
    </>
  )
}

/** Focus moves to the list of filters; if there is none, to the top of the page. */
const findList = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main input[type="search"]') ?? document.querySelector<HTMLElement>('main')

/** Deletes a filter after explaining the consequences (interface section 4.6, filters). */
function DeleteFilter({ id, name, memoryKey, persons }: DeleteFilterProps) {
  const t = useTranslations('filters.delete')
  const countValues = useCountValues()
  const client = useQueryClient()
  const toText = useFailureText()
  const permission = usePermission('filters.delete')
  const remove = useAction('filters.delete')
  const leaveFilter = () => {
    draftMemory.forget(memoryKey)
    openFilter(undefined)
    client.setQueryData(query('filters.list', { query: {} }).queryKey, (list) =>
      list === undefined ? undefined : { ...list, items: list.items.filter((item) => item.id !== id) },
    )
    restoreFocus(findList)
  }
  return (
    <DeleteDialog
      title={t('title', { name })}
      confirmLabel={t('confirm')}
      onDelete={() => remove.mutateAsync({ params: { filter_id: id } })}
      onDone={leaveFilter}
      successText={t('done', { name })}
      failed={(error) => t('failed', { reason: toText(error) })}
      button={{ disabledReason: permission.reason, children: t('action') }}
    >
      <p>{t('text')}</p>
      {persons > 0 && <p>{t('persons', countValues(persons))}</p>}
      <div role="status" className="mt-2">
        <DeleteConsequence id={id} />
      </div>
    </DeleteDialog>
  )
}

const loadDialog = async () => (await import('../sets/set-dialog')).SetDialog
const SetDialog = lazyComponent(loadDialog)

function SetButtons({ edit }: { readonly edit: FilterEdit }) {
  const t = useTranslations('filters.sets')
  const newDraft = useNewDraft()
  const { name, content } = edit.draft
  // The name is cut before its suffix, so that the copy of a long name differs from the original.
  const maxLength = MAX_NAME_LENGTH - t('copyName', { name: '' }).length
  const nameOfCopy = t('copyName', { name: name.trim().slice(0, maxLength) })
  const duplicate = () => newDraft.open({ name: nameOfCopy, content })
  return (
    <>
      <Button disabledReason={newDraft.deniedReason} onClick={duplicate}>
        {t('duplicate')}
      </Button>
      <DialogButton preloadDialog={loadDialog} renderDialog={(close) => <SetDialog edit={edit} onClose={close} />}>
        {t('action')}
      </DialogButton>
    </>
  )
}

interface EditorHeaderProps {
  readonly edit: FilterEdit
  readonly memoryKey: string
  readonly isDeleted: boolean
}

/**
 * The name of the filter, how many items it has, when it was saved, and its actions. Unsaved changes are in the bar
 * below.
 */
export function EditorHeader({ edit, memoryKey, isDeleted }: EditorHeaderProps) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const { base, saved, diff, wasRestored } = edit
  const items = t('list.items', countValues(countItems(saved.content)))
  return (
    <header className="border-b px-4 py-3">
      <a href={filterHref(undefined)} className="text-sm text-accent-ink underline underline-offset-2 frame:hidden">
        {t('back')}
      </a>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="truncate text-lg font-semibold">{base === undefined ? t('editor.newTitle') : saved.name}</h2>
          {base !== undefined && (
            <p className="text-sm text-muted tabular">
              {diff.isDirty ? t('editor.savedItems', { items }) : items}
              {base.updated_at !== undefined && (
                <>
                  {' · '}
                  {t('list.updated')} <Time instant={base.updated_at} format="relative" />
                </>
              )}
            </p>
          )}
        </div>
        {base !== undefined && !isDeleted && (
          <div className="flex flex-wrap gap-2">
            <SetButtons edit={edit} />
            <FilterExportButton edit={edit} />
            <VersionsButton edit={edit} id={base.id} />
            <DeleteFilter id={base.id} name={saved.name} memoryKey={memoryKey} persons={saved.content.pesel.length} />
          </div>
        )}
      </div>
      {wasRestored && diff.isDirty && (
        <p role="status" className="mt-1 text-sm text-warn-ink">
          {t('editor.restored')}
        </p>
      )}
    </header>
  )
}
