'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Channel } from '@/lib/features/channels/contract'
import type { ListedDelivery } from '@/lib/features/deliveries/contract'

export function TestChannelDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
  const t = useTranslations('channels.test')
  const { mutate, data, error } = useAction('channels.test')
  const isSent = useRef(false)
  useEffect(() => {
    // Strict mode runs effects twice, but the test must be sent once.
    if (!isSent.current) mutate({ params: { id: channel.id } })
    isSent.current = true
  }, [mutate, channel.id])
  return (
    <Dialog title={t('title', { name: channel.name })} size="md" onClose={onClose}>
      <div role="status">
        {error && (
          <Banner tone="danger">
            <p>{t('refused')}</p>
            <FailureReason error={error} />
          </Banner>
        )}
        {!error && (data ? <TestOutcome delivery={data} /> : <p>{t('sending')}</p>)}
      </div>
    </Dialog>
  )
}

function TestOutcome({ delivery }: { readonly delivery: ListedDelivery }) {
  const t = useTranslations('channels.test')
  const errors = useTranslations('deliveries-errors')
  const { error, status, latency_ms: latency, answer } = delivery
  return (
    <div className="space-y-3">
      <p className={error === null ? 'text-accent-ink' : 'text-danger-ink'}>
        {error === null ? t('ok') : t('failed', { error: errors(error) })}
      </p>
      <DataList>
        <DataRow label={t('status')}>{status ?? t('none')}</DataRow>
        <DataRow label={t('latency')}>{latency ?? 0} ms</DataRow>
      </DataList>
      <div>
        <p className="mb-1 text-muted">{t('answer')}</p>
        <pre className="max-h-60 overflow-y-auto rounded-md bg-hover px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap">
          {answer ?? t('none')}
        </pre>
      </div>
    </div>
  )
}
