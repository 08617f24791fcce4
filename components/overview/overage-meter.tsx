'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Meter, meterTone } from '@/components/ui/meter'
import type { Answer } from '@/lib/client/client'
import { formatDayMonth, formatGrosz, formatInteger, formatPercent, formatZloty } from '@/lib/domain/format'
import type { Forecast } from '@/lib/domain/overage'
import { capSource } from '@/lib/domain/overage'

interface OverageMeterProps {
  readonly meter: Answer<'usage.api'>
  readonly capGrosz: number
  readonly forecast: Forecast | null
}

/** What is spent against the cap, and where the forecast stands. */
export function OverageMeter({ meter, capGrosz, forecast }: OverageMeterProps) {
  const t = useTranslations('overview.overage')
  const locale = useLocale()
  const spent = meter.overage_grosz
  if (typeof spent !== 'number') return null
  const cap = formatZloty(capGrosz / 100, locale)
  const hasCap = capGrosz > 0
  const ratio = hasCap ? spent / capGrosz : 0
  const percent = formatPercent(ratio, locale)
  return (
    <div className="mb-2">
      <div className="flex items-baseline justify-between gap-3">
        <p>
          <span className="text-figure font-semibold tracking-tight tabular">{formatGrosz(spent, locale)}</span>{' '}
          <span className="text-sm text-muted">
            {t(capSource(meter) === 'default' ? 'ofDefault' : 'ofCap', { cap })}
          </span>
        </p>
        {hasCap && <Badge tone={ratioTone(ratio)}>{percent}</Badge>}
      </div>
      {hasCap && (
        <Meter
          label={t('meter')}
          value={spent}
          max={capGrosz}
          projection={forecast?.groszAtEnd}
          valueText={t('meterText', { spent: formatGrosz(spent, locale), cap, percent })}
        />
      )}
      {hasCap && forecast !== null && <ForecastLine meter={meter} capGrosz={capGrosz} forecast={forecast} />}
    </div>
  )
}

const badgeTones = { normal: 'neutral', warn: 'warn', danger: 'danger' } as const
const ratioTone = (ratio: number) => badgeTones[meterTone(ratio)]

function ForecastLine({ meter, capGrosz, forecast }: OverageMeterProps & { readonly forecast: Forecast }) {
  const t = useTranslations('overview.overage')
  const locale = useLocale()
  // Nothing to add when the forecast is what is spent already.
  if (forecast.groszAtEnd <= (meter.overage_grosz ?? 0)) return null
  const formula = t('formula', { perDay: formatInteger(forecast.unitsPerDay, locale) })
  const at = Math.min(1, forecast.groszAtEnd / capGrosz)
  const lastMoment = Date.parse(meter.period_end ?? '') - 1
  const text =
    forecast.capReachedAt === null
      ? t('forecast', {
          amount: formatZloty(forecast.groszAtEnd / 100, locale),
          day: formatDayMonth(lastMoment, locale),
        })
      : t('forecastCap', { day: formatDayMonth(forecast.capReachedAt, locale) })
  return (
    <p className="relative h-5 text-sm text-warn-ink" title={formula}>
      <span
        aria-hidden
        className="absolute -top-3.5 h-3.5 w-0.5 -translate-x-1/2 bg-warn"
        style={{ left: `${at * 100}%` }}
      />
      <span
        className="absolute whitespace-nowrap"
        style={{ left: `${at * 100}%`, transform: `translateX(-${at * 100}%)` }}
      >
        {text}
      </span>
    </p>
  )
}
