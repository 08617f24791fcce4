'use client'

import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { routes } from '@/lib/domain/routes'

import { useFailureText } from '../use-failure-text'

/**
 * Works in another account from now on. The panel is loaded anew, so that nothing of the former account is left in its memory;
 * other tabs find out with their next call.
 */
export function useSwitchAccount(): (accountId: string) => Promise<void> {
  const t = useTranslations('layout.user')
  const failureText = useFailureText()
  return async (accountId) => {
    try {
      const { panelCall } = await import('@/lib/client/browser')
      await panelCall('sessions.switchAccount', { body: { account_id: accountId } })
      window.location.assign(routes.overview)
    } catch (error) {
      toast.error(t('switchFailed', { reason: failureText(error) }))
    }
  }
}
