'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/toast'
import { panelMutation } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'

/** Sends the test and says how it went, with the mail server's own words where it refused. */
export function useTestAlert() {
  const t = useTranslations('alerts.testing')
  return useMutation({
    ...panelMutation('spendAlerts.test'),
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.filter(({ state }) => state !== 'sent')
      if (failed.length === 0) toast.success(t('sent', { count: deliveries.length }))
      else toast.error(t('refused', { address: failed[0]?.recipient ?? '', error: failed[0]?.error ?? '' }))
    },
    onError: (error) => toast.error(t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed')),
  })
}
