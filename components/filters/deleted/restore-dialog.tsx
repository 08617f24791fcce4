'use client'

import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { QueryView } from '@/components/layout/query-states'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery, lazyCall, refreshAfter } from '@/lib/client/queries'
import type { FilterContent } from '@/lib/contract/filters'
import { isApiError } from '@/lib/domain/api-error'
import { filterLists } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'

import { countItems, contentToSend } from '../draft/filter-draft'
import { useNameFault } from '../draft/use-name-fault'
import { restoreEditorFocus } from '../editor/editor-focus'
import { MonitorLinks } from '../filter-monitors'
import { useMonitorsOfFilter } from '../use-monitors-of-filter'
import { useNewFilterReason } from '../use-new-filter-reason'
import { openFilter } from '../use-selected-filter'
import type { VersionAnswer } from '../versions/version-difference'
import type { DeletedFilter } from './deleted-filters'

interface RestoreInput {
  readonly name: string
  readonly content: FilterContent
  /** Ids of monitors still attached to the deleted filter that are to be attached to the new one. */
  readonly monitors: readonly string[]
}

interface RestoreResult {
  readonly id: string
  /** The error that kept the monitors unattached; undefined if they were attached or not requested. */
  readonly unattached: unknown
}

/** Creates the filter first: it is complete without its monitors, which can be attached later. */
async function restoreFilter({ name, content, monitors }: RestoreInput): Promise<RestoreResult> {
  const { id } = await lazyCall('filters.create', { body: { name, content } })
  if (monitors.length === 0) return { id, unattached: undefined }
  try {
    const { attached } = await lazyCall('monitors.attach', { body: { ids: [...monitors], filter_id: id } })
    return { id, unattached: attached === 0 ? new Error('No monitor was silent any more.') : undefined }
  } catch (error) {
    return { id, unattached: error }
  }
}

/** Restores a deleted filter as a new one, notifies the user of the result, and opens it. */
function useRestore(onDone: () => void) {
  const t = useTranslations('filters.deleted')
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['filters', 'restore'],
    mutationFn: restoreFilter,
    onSuccess: async ({ id, unattached }, { name, monitors }) => {
      if (unattached !== undefined) toast.error(t('unattached', { name }))
      else toast.success(t(monitors.length > 0 ? 'doneAttached' : 'done', { name }))
      onDone()
      openFilter(id)
      restoreEditorFocus()
      await Promise.all([refreshAfter(client, 'filters.create'), refreshAfter(client, 'monitors.attach')])
    },
  })
}

interface RestoreDialogProps {
  readonly deleted: DeletedFilter
  readonly onClose: () => void
}

/**
 * Restores a deleted filter from its history, after showing which lists are missing and which monitors are detached.
 */
export function RestoreDialog({ deleted, onClose }: RestoreDialogProps) {
  const t = useTranslations('filters')
  const { filter_id: id, number, name } = deleted
  const version = useQuery(panelQuery('filterVersions.get', { params: { id, version: number } }))
  return (
    <Dialog
      title={t('deleted.dialog', { name: name === '' ? t('list.unnamed') : maskPesels(name) })}
      onClose={onClose}
      size="md"
    >
      <QueryView query={version} contentName={t('versions.whatOne')} skeleton={<SkeletonRows rows={4} />}>
        {(answer) => <RestoreForm deleted={deleted} answer={answer} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

interface RestoreFormProps extends RestoreDialogProps {
  readonly answer: VersionAnswer
}

function RestoreForm({ deleted, answer, onClose }: RestoreFormProps) {
  const t = useTranslations('filters')
  const common = useTranslations('common')
  const [name, setName] = useState(() => (isMaskedText(answer.name) ? '' : answer.name))
  const [wasTried, setWasTried] = useState(false)
  const silent = useSilentMonitorsOfFilter(deleted.filter_id)
  const { mutate, isPending, error } = useRestore(onClose)
  const toText = useFailureText()
  // A 402 answer is shown in a separate banner.
  const isUnpaid = isApiError(error) && error.status === 402
  const nameFault = useNameFault(name)
  const isEmpty = countItems(answer.content) === 0
  const blockedBy = useNewFilterReason() ?? (isEmpty ? t('deleted.nothingKept') : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (isPending || blockedBy !== undefined || nameFault !== undefined) return
    mutate({ name: name.trim(), content: contentToSend(answer.content), monitors: silent.chosen })
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <RestorableContent deleted={deleted} answer={answer} />
      <TextField
        label={t('editor.name')}
        value={name}
        autoFocus
        autoComplete="off"
        error={wasTried ? nameFault : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <SilentOffer silent={silent} />
      <PaymentBanner error={error} />
      {error !== null && !isUnpaid && (
        <p role="alert" className="text-danger-ink">
          {t('deleted.failed', { reason: toText(error) })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button type="submit" variant="primary" isPending={isPending} disabledReason={blockedBy}>
          {t(silent.chosen.length > 0 ? 'deleted.createAttached' : 'deleted.create')}
        </Button>
      </div>
    </form>
  )
}

function RestorableContent({
  deleted,
  answer: { content, missing_lists: missing },
}: Omit<RestoreFormProps, 'onClose'>) {
  const t = useTranslations('filters')
  const countValues = useCountValues()
  const lost = deleted.item_count - countItems(content)
  const nonEmptyLists = filterLists.filter((list) => content[list].length > 0)
  if (nonEmptyLists.length === 0) return <p className="text-warn-ink">{t('deleted.nothingKept')}</p>
  return (
    <>
      <p>{t('deleted.explain')}</p>
      <p className="font-medium tabular">
        {nonEmptyLists.map((list) => `${t(`short.${list}`)} ${countValues(content[list].length).count}`).join(' · ')}
      </p>
      {missing.length > 0 && lost > 0 && (
        <p className="text-sm text-warn-ink tabular">
          {t('deleted.lost', { ...countValues(lost), lists: missing.map((list) => t(`lists.${list}`)).join(', ') })}
        </p>
      )}
    </>
  )
}

function useSilentMonitorsOfFilter(filterId: string) {
  const attaching = usePermission('monitors.attach')
  const { data } = useMonitorsOfFilter(filterId)
  const [isWanted, setIsWanted] = useState(true)
  const ids = data?.monitors.map(({ id }) => id) ?? []
  return {
    found: data,
    isAllowed: attaching.allowed,
    isWanted,
    setIsWanted,
    chosen: isWanted && attaching.allowed ? ids : [],
  }
}

function SilentOffer({ silent }: { readonly silent: ReturnType<typeof useSilentMonitorsOfFilter> }) {
  const t = useTranslations('filters.deleted')
  const countValues = useCountValues()
  const { found, isAllowed, isWanted, setIsWanted } = silent
  if (found === undefined || found.monitors.length === 0) return null
  return (
    <div className="grid gap-1.5 rounded-md border px-3 py-2.5">
      <p>{t('silent', countValues(found.monitors.length))}</p>
      <div className="text-sm">
        <MonitorLinks found={found} />
      </div>
      {isAllowed && (
        <Checkbox checked={isWanted} onChange={(event) => setIsWanted(event.target.checked)}>
          {t('attach')}
        </Checkbox>
      )}
    </div>
  )
}
