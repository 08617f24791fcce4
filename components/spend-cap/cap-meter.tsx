'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Meter as MeterBar, meterTone } from '@/components/ui/meter'
import { formatDayMonth, formatGrosz, formatInteger, formatPercent, formatZloty } from '@/lib/domain/format'
import type { Forecast } from '@/lib/domain/overage'

import type { Meter } from './use-meter'

interface CapMeterProps {
  readonly meter: Meter
  readonly capGrosz: number
  readonly forecast: Forecast | null
}

const badgeTones = { normal: 'neutral', warn: 'warn', danger: 'danger' } as const
const quarterTicks = [0.5, 0.75, 0.9] as const

/** Spent, cap and forecast. Without a readable amount nothing is drawn. */
export function CapMeter({ meter, capGrosz, forecast }: CapMeterProps) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  const spentGrosz = meter.overage_grosz
  if (typeof spentGrosz !== 'number') return null
  const ratio = capGrosz > 0 ? spentGrosz / capGrosz : 0
  const spent = formatGrosz(spentGrosz, locale)
  const cap = formatZloty(capGrosz / 100, locale)
  const percent = formatPercent(ratio, locale)
  return (
    <div className="mb-2">
      <div className="flex items-baseline justify-between gap-3">
        <p>
          <span className="text-figure font-semibold tracking-tight tabular">{spent}</span>{' '}
          <span className="text-sm text-muted">{t('ofCap', { cap })}</span>
        </p>
        {capGrosz > 0 && <Badge tone={badgeTones[meterTone(ratio)]}>{percent}</Badge>}
      </div>
      {capGrosz > 0 && (
        <MeterBar
          label={t('label')}
          value={spentGrosz}
          max={capGrosz}
          ticks={quarterTicks}
          projection={forecast?.groszAtEnd}
          valueText={
            forecast === null
              ? t('text', { spent, cap, percent })
              : t('textForecast', { spent, cap, percent, amount: formatGrosz(forecast.groszAtEnd, locale) })
          }
        />
      )}
      <ForecastLine meter={meter} forecast={forecast} />
    </div>
  )
}

function ForecastLine({ meter, forecast }: Omit<CapMeterProps, 'capGrosz'>) {
  const t = useTranslations('spend-cap.meter')
  const locale = useLocale()
  if (forecast === null) {
    const mayCome = meter.trial !== true && typeof meter.included === 'number'
    return mayCome ? <p className="text-sm text-muted">{t('noForecast')}</p> : null
  }
  const { groszAtEnd, capReachedAt, unitsPerDay } = forecast
  if (groszAtEnd <= (meter.overage_grosz ?? 0)) return null
  const lastMoment = Date.parse(meter.period_end ?? '') - 1
  const amount = formatZloty(groszAtEnd / 100, locale)
  return (
    <p className="text-sm text-warn-ink" title={t('formula', { perDay: formatInteger(unitsPerDay, locale) })}>
      {t('forecast', { amount, day: formatDayMonth(lastMoment, locale) })}
      {capReachedAt !== null && ` · ${t('forecastCap', { day: formatDayMonth(capReachedAt, locale) })}`}
    </p>
  )
}
