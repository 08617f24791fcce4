'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { toast } from '@/components/ui/overlay/toast'
import { panelQuery } from '@/lib/client/queries'

import { type AlertFilter, isEmptyFilter, toPreviewBody } from '../filter/alert-filter'
import { AlertChanges } from './alert-changes'
import { draftOfAlert, renamed } from './saved-alert-draft'
import { useProposedName } from './use-proposed-name'
import type { SavedAlertFormInput } from './use-saved-alert-form'

const SavedAlertDialog = lazyComponent(() => import('./saved-alert-dialog').then((module) => module.SavedAlertDialog))

interface EditedAlertProps {
  readonly filter: AlertFilter
  /** The id of the edited alert; null if none is edited. */
  readonly id: string | null
  /** Called with the alert's filter if the page was opened with the alert's id only. */
  readonly onApplyFilter: (filter: AlertFilter) => void
  readonly onLeave: () => void
}

/** Loads the alert, if it exists. Its filter is applied once and never replaces conditions that the user entered. */
function useAlertOfAddress({ filter, id, onApplyFilter }: EditedAlertProps) {
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: id !== null }).data?.items
  const alert = alerts?.find((each) => each.id === id)
  const isFilterPending = useRef(id !== null && isEmptyFilter(filter))
  useEffect(() => {
    if (!isEmptyFilter(filter)) isFilterPending.current = false
    if (!isFilterPending.current || alert === undefined) return
    isFilterPending.current = false
    onApplyFilter(alert.filter)
  }, [filter, alert, onApplyFilter])
  const others = alerts?.filter((each) => each !== alert).map(({ name }) => name) ?? []
  return { alert, others, isLoaded: id !== null && alerts !== undefined }
}

/** Shows above the search of an edited alert what differs from the saved filter, and saves it. */
export function EditedAlert(props: EditedAlertProps) {
  const { filter, onLeave } = props
  const t = useTranslations('bzp-save')
  const roles = useTranslations('layout.roles')
  const [saving, setSaving] = useState<Pick<SavedAlertFormInput, 'alert' | 'initial'>>()
  const { alert, others, isLoaded } = useAlertOfAddress(props)
  const propose = useProposedName([...filter.cpv, ...(alert?.filter.cpv ?? [])])
  if (!isLoaded) return null
  const leave = (
    <Button size="sm" onClick={onLeave}>
      {t('edited.stop')}
    </Button>
  )
  // The dialog stays open if the alert was deleted, because the filter can be saved as a new alert.
  const dialog = saving && (
    <SavedAlertDialog
      {...saving}
      onSaved={({ name }) => {
        toast.success(t('updated', { name }))
        setSaving(undefined)
      }}
      onClose={() => setSaving(undefined)}
    />
  )
  if (alert === undefined) {
    return (
      <>
        <Banner tone="warn" className="mb-4" action={leave}>
          {t('edited.missing')}
        </Banner>
        {dialog}
      </>
    )
  }
  const { name } = alert
  const before = draftOfAlert({ ...alert, filter: toPreviewBody(alert.filter) })
  const changed = draftOfAlert({ ...alert, filter: toPreviewBody(filter) })
  const proposals = { before: propose(before.condition.filter), after: propose(changed.condition.filter) }
  const after = { ...changed, name: renamed(name, { ...proposals, others }) }
  const isSame = JSON.stringify(before.condition) === JSON.stringify(after.condition)
  const denied = t('edited.denied', { name, owner: roles('owner'), compliance: roles('compliance') })
  const actions = (
    <span className="flex flex-wrap gap-2">
      {leave}
      <Button
        size="sm"
        variant="primary"
        disabledReason={alert.may_change ? (isSame ? t('changes.none') : undefined) : denied}
        onClick={() => setSaving({ alert, initial: after })}
      >
        {t('saveChanges')}
      </Button>
    </span>
  )
  return (
    <>
      <Banner tone="info" className="mb-4" action={actions}>
        <p>{t(isSame ? 'edited.same' : 'edited.text', { name })}</p>
        {!isSame && <AlertChanges before={before} after={after} />}
      </Banner>
      {dialog}
    </>
  )
}
