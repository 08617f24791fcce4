'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation, panelQuery } from '@/lib/client/queries'
import type { PanelInput, PanelOutput } from '@/lib/contract/panel-table'

/** Saves what was decided, each choice by itself; shown at once, and taken back when it could not be saved. */
export function useSaveSettings() {
  const t = useTranslations('account-settings')
  const failureText = useFailureText()
  const client = useQueryClient()
  const { queryKey } = panelQuery('accountSettings.read', {})
  return useMutation({
    ...panelMutation('accountSettings.update'),
    onMutate: ({ body }) => {
      client.setQueryData(queryKey, (settings) => settings && withChoices(settings, body))
    },
    onSuccess: () => void toast.success(t('saved')),
    onError: (error) => void toast.error(t('failed', { reason: failureText(error) })),
    // With what the choice stops or lets go on.
    onSettled: () => client.invalidateQueries({ queryKey: ['panel', 'accountSettings'] }),
  })
}

export type Settings = PanelOutput<'accountSettings.read'>
type Choices = PanelInput<'accountSettings.update'>['body']

/** What is left out stays. */
const withChoices = (settings: Settings, choices: Choices): Settings => ({
  ...settings,
  // Sound: what is undefined is left out.
  ...(Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined)) as Partial<Settings>),
})
