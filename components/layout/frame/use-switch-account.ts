'use client'

import { useTranslations } from 'use-intl'

import { routes } from '@/lib/domain/routes'

import { useAction } from '../use-action'

/**
 * Works in another account from now on. The panel is loaded anew, so that nothing of the former account is left in its memory;
 * other tabs find out with their next call.
 */
export function useSwitchAccount(): (accountId: string) => Promise<unknown> {
  const t = useTranslations('layout.user')
  const { mutateAsync } = useAction('sessions.switchAccount', {
    failed: (reason) => t('switchFailed', { reason }),
    onSuccess: () => window.location.assign(routes.overview),
  })
  return (id) => mutateAsync({ body: { account_id: id } }).catch(() => undefined)
}
