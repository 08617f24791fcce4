'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelMutation } from '@/lib/client/queries'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { isApiError } from '@/lib/domain/api-error'
import { formatDateTime } from '@/lib/domain/format/format'

import { bodyOfDraft, draftOfAlert } from './saved-alert-draft'

/** Mutes an alert's messages until an instant, or lets them out again; everything else of it stays as it is. */
export function useMuteAlert() {
  const t = useTranslations('bzp-alerts.mute')
  const locale = useLocale()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(panelMutation('bzpAlerts.update'))
  const mute = async (alert: BzpAlert, until: string | null): Promise<boolean> => {
    const { name } = alert
    const body = { ...bodyOfDraft({ ...draftOfAlert(alert), mutedUntil: until }), updated_at: alert.updated_at }
    try {
      await mutateAsync({ params: { id: alert.id }, body })
      toast.success(until === null ? t('undone', { name }) : t('done', { name, when: formatDateTime(until, locale) }))
      return true
    } catch {
      toast.error(t('failed'))
      return false
    } finally {
      await client.invalidateQueries({ queryKey: ['panel', 'bzpAlerts', 'list'] })
    }
  }
  return { mute, isPending }
}

/** Sends the test and says how it went, with the mail server's own words where it refused. */
export function useTestAlertMail() {
  const t = useTranslations('bzp-alerts.testing')
  const counted = useCountValues()
  const client = useQueryClient()
  return useMutation({
    ...panelMutation('bzpAlerts.test'),
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.find(({ state }) => state !== 'sent')
      if (deliveries.length === 0) toast.error(t('nobody'))
      else if (failed === undefined) toast.success(t('sent', counted(deliveries.length)))
      else toast.error(t('refused', { address: failed.recipient, error: failed.error ?? '' }))
    },
    onError: (error) => toast.error(t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed')),
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'bzpAlerts', 'sends'] }),
  })
}
