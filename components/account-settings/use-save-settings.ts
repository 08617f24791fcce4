'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { panelQuery } from '@/lib/client/queries'
import type { PanelInput, PanelOutput } from '@/lib/features/contract'

/** Saves each choice separately: it is shown at once, and reverted if it could not be saved. */
export function useSaveSettings() {
  const t = useTranslations('account-settings')
  const client = useQueryClient()
  const { queryKey } = panelQuery('accountSettings.read', {})
  return useAction('accountSettings.update', {
    onMutate: ({ body }) => client.setQueryData(queryKey, (settings) => settings && withChoices(settings, body)),
    done: t('saved'),
    failed: (reason) => t('failed', { reason }),
  })
}

export type Settings = PanelOutput<'accountSettings.read'>
type Choices = PanelInput<'accountSettings.update'>['body']

/** Omitted settings do not change. */
const withChoices = (settings: Settings, choices: Choices): Settings => ({
  ...settings,
  // Safe: undefined values are removed.
  ...(Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as Partial<Settings>),
})
