'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import type { Channel } from '@/lib/contract/panel/channels'

/** What shows channels and deliveries is asked again. */
export function useRefreshChannels() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      ['channels', 'deliveries'].map((resource) => client.invalidateQueries({ queryKey: ['panel', resource] })),
    )
}

export function useTurnChannel() {
  const t = useTranslations('channels.changed')
  const refresh = useRefreshChannels()
  const update = useMutation({
    ...panelMutation('channels.update'),
    onSuccess: ({ name, state }) => toast.success(t(state, { name })),
    onError: () => toast.error(t('failed')),
    onSettled: () => refresh(),
  })
  return ({ id, name, state }: Channel) =>
    update.mutate({ params: { id }, body: { name, state: state === 'on' ? 'off' : 'on' } })
}
