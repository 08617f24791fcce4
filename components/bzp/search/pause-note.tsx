'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { LazyPaymentRefusal } from '@/components/layout/payment/payment-banner'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { formatDateTime } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'
import { readPayment } from '@/lib/domain/usage/payment'

import type { Pause } from './pause'

const STEP_MS = 1000

/** Milliseconds left until an instant (epoch ms), by the second; calls `onDone` when it has come. */
function useCountdown(until: number | undefined, onDone: () => void): number | undefined {
  const [left, setLeft] = useState<number>()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (until === undefined) return undefined
    const tick = () => {
      const now = until - Date.now()
      setLeft(Math.max(0, now))
      if (now <= 0) done()
    }
    tick()
    const timer = setInterval(tick, STEP_MS)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? undefined : left
}

interface PauseNoteProps {
  readonly pause: Pause
  readonly onResume: () => void
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
}

const MINUTE_MS = 60_000

/** Why nothing is being counted, and when it goes on by itself. */
export function PauseNote({ pause, onResume, onRefresh, isRefreshing }: PauseNoteProps) {
  const t = useTranslations('bzp.pause')
  const left = useCountdown(pause.until, onResume)
  const when = useWhen(pause.until, left)
  const { error } = pause
  const payment = readPayment(error)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b bg-warn-soft px-4 py-2.5 text-warn-ink">
      <Icon name="pause" className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 basis-56">
        <div role="alert">
          <p className="font-medium">{payment === undefined ? t('rate') : t('payment')}</p>
          {payment !== undefined && <LazyPaymentRefusal payment={payment} />}
        </div>
        <p className="tabular">{when}</p>
        {error.requestId !== undefined && (
          <p className="text-sm break-all">{t('requestId', { id: error.requestId })}</p>
        )}
      </div>
      <Button size="sm" onClick={onRefresh} isPending={isRefreshing}>
        {t('now')}
      </Button>
    </div>
  )
}

function useWhen(until: number | undefined, left: number | undefined): string {
  const t = useTranslations('bzp.pause')
  const locale = useLocale()
  if (until === undefined) return t('byHand')
  if (left === undefined) return ''
  if (left < MINUTE_MS) return t('seconds', { count: Math.ceil(left / 1000) })
  return t('later', { left: formatTimeLeft(left, locale), at: formatDateTime(until, locale) })
}
