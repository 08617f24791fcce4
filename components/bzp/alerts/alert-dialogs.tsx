'use client'

import { useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useCancelledText } from '@/components/shared/rules/use-cancelled-text'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery, panelMutation } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { isApiError } from '@/lib/domain/api-error'

import { draftOfAlert, ruleOfAlert, unusedName } from './saved-alert-draft'
import type { AlertDialogsControl, AlertDialogState } from './use-alert-dialogs'

const SavedAlertDialog = lazyComponent(() => import('./saved-alert-dialog').then((module) => module.SavedAlertDialog))
const MuteDialog = lazyComponent(() => import('./mute-dialog').then((module) => module.MuteDialog))
const NoticesDialog = lazyComponent(() =>
  import('@/components/shared/rules/notices-dialog').then((module) => module.NoticesDialog),
)
const ImportDialog = lazyComponent(() => import('./transfer/import-dialog').then((module) => module.ImportDialog))
const OverlapDialog = lazyComponent(() => import('./overlap/overlap-dialog').then((module) => module.OverlapDialog))

/** Whatever is asked about alerts, one thing at a time. */
export function AlertDialogs({ dialogs: { dialog, close } }: { readonly dialogs: AlertDialogsControl }) {
  return (
    <>
      {dialog !== undefined && <OpenDialog dialog={dialog} onClose={close} />}
      <DeleteBzpAlert alert={dialog?.kind === 'delete' ? dialog.alert : undefined} onClose={close} />
    </>
  )
}

interface OpenDialogProps {
  readonly dialog: AlertDialogState
  readonly onClose: () => void
}

function OpenDialog({ dialog, onClose }: OpenDialogProps) {
  switch (dialog.kind) {
    case 'edit':
    case 'duplicate':
      return <FormDialog alert={dialog.alert} isCopy={dialog.kind === 'duplicate'} onClose={onClose} />
    case 'mute':
      return <MuteDialog alert={dialog.alert} onClose={onClose} />
    case 'sends':
      return <NoticesDialog rule={ruleOfAlert(dialog.alert)} onClose={onClose} />
    case 'overlap':
      return <OverlapDialog alerts={dialog.alerts} onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'delete':
      return null
  }
}

interface FormDialogProps {
  readonly alert: BzpAlert
  readonly isCopy: boolean
  readonly onClose: () => void
}

function FormDialog({ alert, isCopy, onClose }: FormDialogProps) {
  const t = useTranslations('bzp-alerts')
  const save = useTranslations('bzp-save')
  const client = useQueryClient()
  const draft = draftOfAlert(alert)
  const known = client.getQueryData(panelQuery('bzpAlerts.list', {}).queryKey)?.items ?? []
  const isTeam = draft.is_team && alert.may_change
  const names = known.map(({ name }) => name)
  // The team's may be copied by whoever may only save their own.
  const copy = {
    ...draft,
    name: unusedName(t('duplicateName', { name: alert.name }).slice(0, 80), names),
    is_team: isTeam,
    ...(!isTeam && { members: [], addresses: [] }),
    muted_until: null,
  }
  return (
    <SavedAlertDialog
      alert={isCopy ? null : alert}
      initial={isCopy ? copy : draft}
      onSaved={({ name }) => {
        toast.success(save(isCopy ? 'created' : 'updated', { name }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

interface DeleteBzpAlertProps {
  /** Undefined while nothing is asked. */
  readonly alert: BzpAlert | undefined
  readonly onClose: () => void
}

/** Asks before an alert goes with all that it found. */
function DeleteBzpAlert({ alert, onClose }: DeleteBzpAlertProps) {
  const t = useTranslations('bzp-alerts.remove')
  const counted = useCountValues()
  const withCancelled = useCancelledText()
  const client = useQueryClient()
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState(alert)
  if (alert !== undefined && alert !== shown) setShown(alert)
  const name = shown?.name ?? ''
  const remove = useMutation({
    ...panelMutation('rules.delete'),
    onSuccess: ({ cancelled }) => toast.success(withCancelled(t('done', { name }), cancelled)),
    // Somebody else was faster: it is gone, which is what was asked for.
    onError: (error) =>
      isApiError(error) && error.status === 404 ? toast.success(t('done', { name })) : toast.error(t('failed')),
    onSettled: async () => {
      await Promise.all(
        ['bzpAlerts', 'bzpMatches'].map((resource) => client.invalidateQueries({ queryKey: ['panel', resource] })),
      )
      onClose()
    },
  })
  return (
    <ConfirmDialogLazy
      title={t('title', { name })}
      isOpen={alert !== undefined}
      onClose={onClose}
      confirmLabel={t('confirm')}
      tone="danger"
      onConfirm={() => alert && remove.mutate({ params: { id: alert.id } })}
      isPending={remove.isPending}
    >
      <p>{t('text', counted(shown?.match_count ?? 0))}</p>
      {shown?.is_team === true && <p>{t('team')}</p>}
      <p>{t('final')}</p>
    </ConfirmDialogLazy>
  )
}
