'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

import { Banner } from '../banner'
import { useWaitStep } from './use-wait-step'
import { type ViewStates, waitingSince } from './view-states'
import { WaysOut } from './ways-out'

/** A service that does not answer: says so, and later what to do about it. */
export function WaitingNotice({ views }: { readonly views: ViewStates }) {
  const t = useTranslations('common.waiting')
  const [restartedAt, setRestartedAt] = useState(0)
  const since = waitingSince(views)
  const step = useWaitStep(since === undefined ? undefined : Math.max(since, restartedAt))
  const client = useQueryClient()
  if (step === undefined) return null
  const again = async () => {
    setRestartedAt(Date.now())
    // What hangs holds a connection each, of which a browser has six.
    await client.cancelQueries({ type: 'active', predicate: ({ state }) => state.data === undefined })
    for (const { state, refetch } of views) if (state === 'waiting') void refetch()
  }
  return (
    <Banner
      tone={step === 'line' ? 'info' : 'warn'}
      className="mb-4"
      action={
        step === 'wayOut' && (
          <Button size="sm" onClick={() => void again()}>
            {t('again')}
          </Button>
        )
      }
    >
      <p>{t(step)}</p>
      {step === 'wayOut' && <WaysOut />}
    </Banner>
  )
}
