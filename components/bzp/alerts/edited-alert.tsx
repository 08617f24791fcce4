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
import { draftOfAlert } from './saved-alert-draft'

const SavedAlertDialog = lazyComponent(() => import('./saved-alert-dialog').then((module) => module.SavedAlertDialog))

interface EditedAlertProps {
  readonly filter: AlertFilter
  /** Of the alert; null where none is being changed. */
  readonly id: string | null
  /** Takes the alert's own filter, where the page was opened with the alert alone. */
  readonly onTake: (filter: AlertFilter) => void
  readonly onLeave: () => void
}

/** The alert, and whether it is known whether there is one. Its filter is taken once, and never over what was typed. */
function useAlertOfAddress({ filter, id, onTake }: EditedAlertProps) {
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), enabled: id !== null }).data?.items
  const alert = alerts?.find((each) => each.id === id)
  const isWanted = useRef(id !== null && isEmptyFilter(filter))
  useEffect(() => {
    if (!isEmptyFilter(filter)) isWanted.current = false
    if (!isWanted.current || alert === undefined) return
    isWanted.current = false
    onTake(alert.filter)
  }, [filter, alert, onTake])
  return { alert, isKnown: id !== null && alerts !== undefined }
}

/** Over the search of an alert's filter: what differs from it, and the way to save that. */
export function EditedAlert(props: EditedAlertProps) {
  const { filter, onLeave } = props
  const t = useTranslations('bzp-save')
  const roles = useTranslations('layout.roles')
  const [isOpen, setIsOpen] = useState(false)
  const { alert, isKnown } = useAlertOfAddress(props)
  if (!isKnown) return null
  const leave = (
    <Button size="sm" onClick={onLeave}>
      {t('edited.stop')}
    </Button>
  )
  if (alert === undefined) {
    return (
      <Banner tone="warn" className="mb-4" action={leave}>
        {t('edited.missing')}
      </Banner>
    )
  }
  const { name } = alert
  const before = draftOfAlert({ ...alert, filter: toPreviewBody(alert.filter) })
  const after = { ...before, filter: toPreviewBody(filter) }
  const isSame = JSON.stringify(before.filter) === JSON.stringify(after.filter)
  const denied = t('edited.denied', { name, owner: roles('owner'), compliance: roles('compliance') })
  const actions = (
    <span className="flex flex-wrap gap-2">
      {leave}
      <Button
        size="sm"
        variant="primary"
        disabledReason={alert.may_change ? (isSame ? t('changes.none') : undefined) : denied}
        onClick={() => setIsOpen(true)}
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
      {isOpen && (
        <SavedAlertDialog
          alert={alert}
          initial={after}
          onSaved={() => {
            toast.success(t('updated', { name }))
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
