'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeleteRule } from '@/components/shared/rules/delete-rule'
import type { RuleAction } from '@/components/shared/rules/rule-menu'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { draftOfAlert, ruleOfAlert, unusedName } from './saved-alert-draft'

const SavedAlertDialog = lazyComponent(() => import('./saved-alert-dialog').then((module) => module.SavedAlertDialog))
const MuteDialog = lazyComponent(() => import('./mute-dialog').then((module) => module.MuteDialog))
const NoticesDialog = lazyComponent(() =>
  import('@/components/shared/rules/notices-dialog').then((module) => module.NoticesDialog),
)
const ImportDialog = lazyComponent(() => import('./transfer/import-dialog').then((module) => module.ImportDialog))
const OverlapDialog = lazyComponent(() => import('./overlap/overlap-dialog').then((module) => module.OverlapDialog))

type AlertDialogState =
  | { readonly kind: RuleAction; readonly alert: BzpAlert }
  | { readonly kind: 'overlap'; readonly alerts: readonly BzpAlert[] }
  | { readonly kind: 'import' }

export function useAlertDialogs() {
  const [dialog, setDialog] = useState<AlertDialogState>()
  return { dialog, open: setDialog, close: () => setDialog(undefined) }
}

export type AlertDialogsControl = ReturnType<typeof useAlertDialogs>

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
    case 'notices':
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
  const t = useTranslations('rules-form')
  const save = useTranslations('bzp-save')
  const client = useQueryClient()
  const draft = draftOfAlert(alert)
  const alerts = client.getQueryData(panelQuery('bzpAlerts.list', {}).queryKey)?.items ?? []
  const isTeam = draft.is_team && alert.may_change
  const names = alerts.map(({ name }) => name)
  // Users who may save only personal alerts can copy a team alert as their own.
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

/** Deleting an alert also deletes its matches. */
function DeleteBzpAlert({ alert, onClose }: { readonly alert: BzpAlert | undefined; readonly onClose: () => void }) {
  const t = useTranslations('bzp-alerts.remove')
  const countValues = useCountValues()
  return (
    <DeleteRule rule={alert && ruleOfAlert(alert)} onClose={onClose}>
      {({ match_count: matchCount, is_team: isTeam }) => (
        <>
          <p>{t('text', countValues(matchCount))}</p>
          {isTeam && <p>{t('team')}</p>}
          <p>{t('final')}</p>
        </>
      )}
    </DeleteRule>
  )
}
