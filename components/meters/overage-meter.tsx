'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useRefusals } from '@/components/layout/use-refusals'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { Meter, meterTone } from '@/components/ui/meter'
import type { Answer } from '@/lib/client/client'
import { readInstant } from '@/lib/domain/calendar'
import type { Forecast } from '@/lib/domain/forecast'
import { formatGrosz, formatPercent, formatTime, formatZloty } from '@/lib/domain/format'
import { capInForce, capSource, countOf, isCapKnown, unusableFields } from '@/lib/domain/overage'

import { ForecastLine } from './forecast-line'

interface OverageMeterProps {
  readonly meter: Answer<'usage.api'>
  readonly forecast: Forecast | null
}

const badgeTones = { normal: 'neutral', warn: 'warn', danger: 'danger' } as const
const alertTicks = [0.5, 0.75, 0.9, 1] as const

/** What is spent against the cap, and the forecast. Without a readable amount nothing is drawn, and the page says why. */
export function OverageMeter({ meter, forecast }: OverageMeterProps) {
  const isOver = useIsOver(meter)
  const spent = countOf(meter.overage_grosz)
  return (
    <div className="mb-2">
      {spent !== undefined && <SpentBar meter={meter} spent={spent} forecast={isOver ? null : forecast} />}
      <Refused />
      {!isOver && <ForecastLine meter={meter} forecast={forecast} />}
      <Unreadable meter={meter} isAmountKnown={spent !== undefined} />
    </div>
  )
}

/** The numbers are of a period that has ended. */
function useIsOver({ period_end: end }: Answer<'usage.api'>): boolean {
  const now = useClock()
  return (readInstant(end) ?? now + 1) <= now
}

interface SpentBarProps extends OverageMeterProps {
  readonly spent: number
}

function SpentBar({ meter, spent: spentGrosz, forecast }: SpentBarProps) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const isRefused = useRefusals()['overage'] !== undefined
  const capGrosz = capInForce(meter)
  // Against a cap that is only supposed no bar is drawn.
  const hasBar = capGrosz > 0 && isCapKnown(meter)
  const ratio = capGrosz > 0 ? spentGrosz / capGrosz : 0
  const tone = isRefused ? 'danger' : meterTone(ratio)
  const [spent, cap] = [formatGrosz(spentGrosz, locale), formatZloty(capGrosz / 100, locale)]
  const figures = { spent, cap, percent: formatPercent(ratio, locale) }
  return (
    <>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <p>
          <span className="text-figure font-semibold tracking-tight tabular">{spent}</span>{' '}
          <span className="text-sm text-muted">{t(ofKey(meter), { cap })}</span>
        </p>
        {hasBar && <Badge tone={badgeTones[tone]}>{figures.percent}</Badge>}
      </div>
      {hasBar && (
        <Meter
          label={t('meter')}
          value={spentGrosz}
          max={capGrosz}
          ticks={alertTicks}
          cap={capGrosz}
          tone={tone}
          projection={forecast?.groszAtEnd}
          valueText={
            forecast === null
              ? t('meterText', figures)
              : t('meterTextForecast', { ...figures, amount: formatGrosz(forecast.groszAtEnd, locale) })
          }
        />
      )}
    </>
  )
}

function ofKey(meter: Answer<'usage.api'>): 'ofUnknown' | 'ofDefault' | 'ofCap' {
  if (!isCapKnown(meter)) return 'ofUnknown'
  return capSource(meter) === 'default' ? 'ofDefault' : 'ofCap'
}

/** A 402 that came although the meter shows room. */
function Refused() {
  const t = useTranslations('meters.overage')
  const seen = useRefusals()['overage']
  if (seen === undefined) return null
  return <p className="text-sm text-danger-ink">{t('refused', { time: formatTime(seen.seenAt) })}</p>
}

interface UnreadableProps {
  readonly meter: Answer<'usage.api'>
  readonly isAmountKnown: boolean
}

/** What the answer does not have, or has as a number that cannot be one. */
function Unreadable({ meter, isAmountKnown }: UnreadableProps) {
  const t = useTranslations('meters.overage')
  const odd = unusableFields(meter)
  const isMissing = !isAmountKnown && !odd.some(({ field }) => field === 'overage_grosz')
  if (odd.length === 0 && !isMissing) return null
  return (
    <div className="mt-1 space-y-1 text-sm text-danger-ink">
      {isMissing && <p>{t('noAmount')}</p>}
      {odd.map(({ field, value }) => (
        <p key={field} className="break-words">
          {t('unusable', { field, value: String(value) })}
        </p>
      ))}
    </div>
  )
}
