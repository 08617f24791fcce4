'use client'

import { useTranslations } from 'use-intl'

import { routes } from '@/lib/domain/routes'

import { useAction } from '../use-action'

/**
 * Switches to another account. The panel is reloaded so that no data of the previous account stays in memory; other
 * tabs notice with their next call.
 */
export function useSwitchAccount(): (accountId: string) => Promise<unknown> {
  const t = useTranslations('layout.user')
  const { mutateAsync } = useAction('sessions.switchAccount', {
    failed: (reason) => t('switchFailed', { reason }),
    onSuccess: () => window.location.assign(routes.overview),
  })
  return (id) => mutateAsync({ body: { account_id: id } }).catch(() => undefined)
}
