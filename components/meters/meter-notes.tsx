'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useClock, useClockSkew } from '@/components/ui/clock'
import { query } from '@/lib/client/queries'
import { readInstant } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'

export interface MeterNotesProps {
  /** The answers that the page shows: without the summary on the page, its age is irrelevant. */
  readonly source: 'meter' | 'summary and meter'
}

/** Warnings about the figures below: they belong to a past period, or this device's clock is wrong. */
export function MeterNotes({ source }: MeterNotesProps) {
  return (
    <>
      <PeriodNote source={source} />
      <ClockNote />
    </>
  )
}

/** Only observes the cache; the page itself makes the requests. */
const observeOnly = { enabled: false }

function PeriodNote({ source }: MeterNotesProps) {
  const t = useTranslations('meters.notes')
  const locale = useLocale()
  const now = useClock()
  const summary = useQuery({ ...query('usage.summary', {}), ...observeOnly }).data
  const meter = useQuery({ ...query('usage.api', {}), ...observeOnly }).data
  const answers = source === 'meter' ? [meter] : [summary, meter]
  const ended = answers.map((answer) => readInstant(answer?.period_end)).find((end) => end !== undefined && end <= now)
  if (ended === undefined) return null
  return (
    <Banner tone="warn" className="mb-4">
      {t('ended', { when: formatDateTime(ended, locale) })}
    </Banner>
  )
}

function ClockNote() {
  const t = useTranslations('meters.notes')
  const locale = useLocale()
  const skewMs = useClockSkew()
  if (skewMs === 0) return null
  return (
    <Banner tone="info" className="mb-4">
      {t(skewMs < 0 ? 'clockFast' : 'clockSlow', { by: formatTimeLeft(Math.abs(skewMs), locale) })}
    </Banner>
  )
}
