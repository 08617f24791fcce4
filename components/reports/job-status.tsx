'use client'

import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Spinner } from '@/components/ui/spinner'

import { isWorking } from './use-report-jobs'

const tones = { queued: 'neutral', running: 'info', ready: 'accent', expired: 'neutral', failed: 'danger' } as const
const isKnown = (status: string): status is keyof typeof tones => status in tones

/** Where an order stands; a status of another service is shown as it came. */
export function JobStatus({ status }: { readonly status: string | undefined }) {
  const t = useTranslations('reports.status')
  if (status === undefined) return null
  const tone: Tone = isKnown(status) ? tones[status] : 'neutral'
  return (
    <Badge tone={tone}>
      {isWorking(status) && <Spinner size={11} />}
      {isKnown(status) ? t(status) : status}
    </Badge>
  )
}
