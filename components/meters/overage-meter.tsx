'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useRefusals } from '@/components/layout/payment/use-refusals'
import { Badge } from '@/components/ui/badge'
import { Meter, meterTone } from '@/components/ui/meter'
import type { OperationAnswer } from '@/lib/client/client'
import { formatNetGrosz, formatPercent, formatTime, formatZloty } from '@/lib/domain/format/format'
import type { Outlook } from '@/lib/domain/usage/outlook'
import { capInForce, capSource, isCapKnown, unusableFields } from '@/lib/domain/usage/overage'

import { OutlookText } from './outlook-text'

interface OverageMeterProps {
  readonly meter: OperationAnswer<'usage.api'>
  readonly outlook: Outlook
  /** False on the spend cap page itself. */
  readonly hasLink?: boolean
}

const badgeTones = { normal: 'neutral', warn: 'warn', danger: 'danger' } as const

/** The amount due against the cap, with the forecast. Without a readable amount it shows the reason instead. */
export function OverageMeter({ meter, outlook, hasLink = true }: OverageMeterProps) {
  const { spentGrosz: spent, payable } = outlook
  return (
    <div className="mb-2 space-y-2">
      {spent !== undefined && payable.kind !== 'nothing' && <SpentBar meter={meter} spent={spent} outlook={outlook} />}
      <RefusedNote />
      <OutlookText meter={meter} outlook={outlook} hasLink={hasLink} />
      <Unreadable meter={meter} isAmountKnown={spent !== undefined} />
    </div>
  )
}

interface SpentBarProps extends Omit<OverageMeterProps, 'hasLink'> {
  readonly spent: number
}

function SpentBar({ meter, spent: spentGrosz, outlook: { standing, forecast } }: SpentBarProps) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const capGrosz = capInForce(meter)
  // Without a known and effective cap no bar is drawn.
  const hasCap = standing.terms === 'paid'
  const hasBar = hasCap && capGrosz > 0 && isCapKnown(meter)
  const ratio = capGrosz > 0 ? spentGrosz / capGrosz : 0
  const tone = standing.stop === null ? meterTone(ratio) : 'danger'
  const [spent, cap] = [formatNetGrosz(spentGrosz, locale), formatZloty(capGrosz / 100, locale)]
  const figures = { spent, cap, percent: formatPercent(ratio, locale) }
  return (
    <>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <p>
          <span className="text-figure font-semibold tracking-tight tabular">{spent}</span>{' '}
          {hasCap && <span className="text-sm text-muted">{t(capTextKey(meter), { cap })}</span>}
        </p>
        {hasBar && <Badge tone={badgeTones[tone]}>{figures.percent}</Badge>}
      </div>
      {hasBar && (
        <Meter
          label={t('meter')}
          value={spentGrosz}
          max={capGrosz}
          cap={capGrosz}
          tone={tone}
          projection={forecast?.atEnd.grosz}
          valueText={t('meterText', figures)}
        />
      )}
    </>
  )
}

function capTextKey(meter: OperationAnswer<'usage.api'>): 'ofUnknown' | 'ofNothing' | 'ofDefault' | 'ofCap' {
  if (!isCapKnown(meter)) return 'ofUnknown'
  if (capInForce(meter) === 0) return 'ofNothing'
  return capSource(meter) === 'default' ? 'ofDefault' : 'ofCap'
}

function RefusedNote() {
  const t = useTranslations('meters.overage')
  const refusal = useRefusals()['overage']
  if (refusal === undefined) return null
  return <p className="text-sm text-danger-ink">{t('refused', { time: formatTime(refusal.seenAt) })}</p>
}

interface UnreadableProps {
  readonly meter: OperationAnswer<'usage.api'>
  readonly isAmountKnown: boolean
}

function Unreadable({ meter, isAmountKnown }: UnreadableProps) {
  const t = useTranslations('meters.overage')
  const unusable = unusableFields(meter)
  const isMissing = !isAmountKnown && !unusable.some(({ field }) => field === 'overage_grosz')
  if (unusable.length === 0 && !isMissing) return null
  return (
    <div className="mt-1 space-y-1 text-sm text-danger-ink">
      {isMissing && <p>{t('noAmount')}</p>}
      {unusable.map(({ field, value }) => (
        <p key={field} className="break-words">
          {t('unusable', { field, value: String(value) })}
        </p>
      ))}
    </div>
  )
}
