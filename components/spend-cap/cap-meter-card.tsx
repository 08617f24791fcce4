'use client'

import { useLocale, useTranslations } from 'use-intl'

import { OverageMeter } from '@/components/meters/overage-meter'
import { usePeriodEnd } from '@/components/meters/use-period-end'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { readInstant } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format'
import { isCapReached } from '@/lib/domain/overage'

import { CapRows } from './cap-rows'
import { type Meter, useForecast } from './use-meter'

export function CapMeterCard({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const forecast = useForecast(meter)
  const { period_end: iso } = meter
  const end = readInstant(iso)
  const until = end !== undefined && (
    <time dateTime={iso ?? undefined} title={iso ?? undefined}>
      {t('until', { when: formatDateTime(end, locale) })}
    </time>
  )
  return (
    <Card labelledBy="meter-title">
      <CardHeader title={t('title')} titleId="meter-title" aside={until} />
      <CardBody>
        <OverageMeter meter={meter} forecast={forecast} />
        <CapRows meter={meter} />
        <MeterNote meter={meter} />
      </CardBody>
    </Card>
  )
}

type NoteKey = 'trial' | 'noOverage' | 'reached'

function noteOf(meter: Meter): NoteKey | undefined {
  if (meter.trial === true) return 'trial'
  if (meter.included === null) return 'noOverage'
  return isCapReached(meter) ? 'reached' : undefined
}

function MeterNote({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.meter')
  const when = usePeriodEnd(meter.period_end)
  const key = noteOf(meter)
  if (key === undefined) return null
  const tone = key === 'reached' ? 'bg-danger-soft text-danger-ink' : 'bg-info-soft text-info-ink'
  return <p className={classNames('mt-3 rounded-md px-3 py-2 text-sm', tone)}>{t(key, { when })}</p>
}
