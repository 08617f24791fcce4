'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime } from '@/lib/domain/format'
import { capInForce, isCapReached } from '@/lib/domain/overage'

import { CapMeter } from './cap-meter'
import { CapRows } from './cap-rows'
import { type Meter, useForecast } from './use-meter'

export function CapMeterCard({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const forecast = useForecast(meter)
  const end = meter.period_end
  const until = end ? (
    <time dateTime={end} title={end}>
      {t('until', { when: formatDateTime(end, locale) })}
    </time>
  ) : undefined
  return (
    <Card labelledBy="meter-title">
      <CardHeader title={t('title')} titleId="meter-title" aside={until} />
      <CardBody>
        <CapMeter meter={meter} capGrosz={capInForce(meter)} forecast={forecast} />
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
  const locale = useLocale()
  const key = noteOf(meter)
  if (key === undefined) return null
  const tone = key === 'reached' ? 'bg-danger-soft text-danger-ink' : 'bg-info-soft text-info-ink'
  const when = meter.period_end ? formatDateTime(meter.period_end, locale) : ''
  return <p className={classNames('mt-3 rounded-md px-3 py-2 text-sm', tone)}>{t(key, { when })}</p>
}
