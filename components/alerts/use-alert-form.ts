'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { SpendAlert } from '@/lib/contract/panel/spend-alerts'

import {
  type AlertDraft,
  type AlertFaults,
  toAlertBody,
  toAlertDraft,
  findAlertFaults,
  type OtherThresholds,
  withBasis,
} from './alert-draft'

/** The dialog's state and its one verb. What the panel refuses stays typed. */
export function useAlertForm(alert: SpendAlert | null, onDone: () => void) {
  const t = useTranslations('alerts.form')
  const { email } = useViewer()
  const language = useLocale()
  const client = useQueryClient()
  const [draft, setDraft] = useState<AlertDraft>(() => toAlertDraft(alert, { email, language }))
  const [other, setOther] = useState<OtherThresholds>()
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const onSuccess = async () => {
    toast.success(t(alert === null ? 'created' : 'updated'))
    await client.invalidateQueries({ queryKey: ['panel', 'spendAlerts'] })
    onDone()
  }
  const create = useMutation({ ...panelMutation('spendAlerts.create'), onSuccess })
  const update = useMutation({ ...panelMutation('spendAlerts.update'), onSuccess })
  const faults = findAlertFaults(draft)
  const shownFaults: AlertFaults = wasSubmitted ? faults : {}
  const submit = () => {
    setWasSubmitted(true)
    if (Object.keys(faults).length > 0) return
    const body = toAlertBody(draft)
    if (alert === null) create.mutate({ body })
    else update.mutate({ params: { id: alert.id }, body })
  }
  const change = (part: Partial<AlertDraft>) => {
    create.reset()
    update.reset()
    setDraft((current) => ({ ...current, ...part }))
  }
  const changeBasis = (basis: AlertDraft['basis']) => {
    const next = withBasis(draft, basis, other)
    setOther(next.other)
    change(next.draft)
  }
  return {
    draft,
    change,
    changeBasis,
    submit,
    faults: shownFaults,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
