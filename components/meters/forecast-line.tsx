'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { Tooltip } from '@/components/ui/tooltip'
import type { Answer } from '@/lib/client/client'
import { type Forecast, forecastGaps } from '@/lib/domain/forecast'
import { formatDayMonth, formatGrosz, formatInteger } from '@/lib/domain/format'
import { countOf, isCapReached } from '@/lib/domain/overage'

interface ForecastLineProps {
  readonly meter: Answer<'usage.api'>
  readonly forecast: Forecast | null
}

const HOUR_MS = 3_600_000

/** An estimate in plain weight: the amount, the dates, and its arithmetic on hover and on focus. */
export function ForecastLine({ meter, forecast }: ForecastLineProps) {
  const words = useForecastWords(meter)
  const formula = useFormula(meter)
  if (forecast === null) return <NoForecast meter={meter} />
  return (
    <Tooltip text={formula(forecast)} className="max-w-full">
      {(describedBy) => (
        <button type="button" aria-describedby={describedBy} className="cursor-help text-left text-sm text-muted">
          {words(forecast)} <Icon name="info" size={12} className="inline-block align-[-0.1em]" />
        </button>
      )}
    </Tooltip>
  )
}

/** Why there is none: too early, or never from such an answer. Trials and plans without a limit have no overage to expect. */
function NoForecast({ meter }: Pick<ForecastLineProps, 'meter'>) {
  const t = useTranslations('meters.forecast')
  if (meter.trial === true || meter.included === null) return null
  const gaps = forecastGaps(meter)
  return (
    <p className="text-sm text-muted">
      {gaps.length === 0 ? t('none') : t('gaps', { count: gaps.length, fields: gaps.join(', ') })}
    </p>
  )
}

function useForecastWords(meter: Answer<'usage.api'>) {
  const t = useTranslations('meters.forecast')
  const locale = useLocale()
  return (forecast: Forecast): string => {
    const { groszAtEnd, includedReachedAt, capReachedAt, used } = forecast
    const lastMoment = Date.parse(meter.period_end ?? '') - 1
    const amount = t('amount', { amount: formatGrosz(groszAtEnd, locale), day: formatDayMonth(lastMoment, locale) })
    const isIncludedUsed = used >= (countOf(meter.included) ?? 0)
    const included =
      includedReachedAt !== null && !isIncludedUsed && t('included', { day: formatDayMonth(includedReachedAt, locale) })
    const cap = capReachedAt !== null && !isCapReached(meter) && t('cap', { day: formatDayMonth(capReachedAt, locale) })
    const lasts = includedReachedAt === null && t('lasts')
    return t('line', { parts: [amount, included, cap, lasts].filter((part) => part !== false).join(' · ') })
  }
}

/** `22 308 + 700 / 168 godz. × 240 godz. ≈ 23 308 jedn.; 184,64 zł + (23 308 − 22 308) × 0,08 zł = 264,64 zł` */
function useFormula(meter: Answer<'usage.api'>) {
  const t = useTranslations('meters.forecast')
  const locale = useLocale()
  return ({ used, window, leftMs, unitsAtEnd, spentGrosz, paidFrom, groszAtEnd }: Forecast): string => {
    const figures = {
      used: formatInteger(used, locale),
      units: formatInteger(window.units, locale),
      hours: formatInteger(window.ms / HOUR_MS, locale),
      left: formatInteger(leftMs / HOUR_MS, locale),
      end: formatInteger(unitsAtEnd, locale),
      spent: formatGrosz(spentGrosz, locale),
      from: formatInteger(paidFrom, locale),
      price: formatGrosz(countOf(meter.unit_grosz) ?? 0, locale),
      amount: formatGrosz(groszAtEnd, locale),
    }
    return t(unitsAtEnd > paidFrom ? 'formulaOver' : 'formula', figures)
  }
}
