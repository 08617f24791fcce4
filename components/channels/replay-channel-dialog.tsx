'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { FormDialog } from '@/components/forms/form-dialog'
import { useAction } from '@/components/layout/use-action'
import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'
import { serverNow } from '@/lib/domain/server-clock'
import type { Channel } from '@/lib/features/channels/contract'

const DAYS = { day: 1, week: 7, all: 91 } as const
type Since = keyof typeof DAYS
const DAY_MS = 86_400_000

export function ReplayChannelDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const t = useTranslations('channels.replay')
  const countValues = useCountValues()
  const [since, setSince] = useState<Since>('week')
  const replay = useAction('deliveries.replayDead', {
    done: ({ replayed }) => t('done', countValues(replayed)),
    failed: t('failed'),
    onSuccess: onClose,
  })
  const send = () => {
    const at = new Date(serverNow() - DAYS[since] * DAY_MS).toISOString()
    replay.mutate({ params: { id: channel.id }, body: { since: at } })
  }
  return (
    <FormDialog
      title={t('title', { name: channel.name })}
      submitLabel={t('submit')}
      isPending={replay.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{t('text')}</p>
      <Select
        label={t('since')}
        value={since}
        onChange={({ target }) => setSince(target.value === 'day' || target.value === 'all' ? target.value : 'week')}
        options={(['day', 'week', 'all'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </FormDialog>
  )
}
