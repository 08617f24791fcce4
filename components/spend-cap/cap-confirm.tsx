'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useComingEnd } from '@/components/meters/use-period-end'
import { ConfirmDialogLazy } from '@/components/ui/confirm-dialog-lazy'
import { formatDayMonth, formatGrosz, formatZloty } from '@/lib/domain/format'
import { ceilingGrosz } from '@/lib/domain/money'
import { countOf } from '@/lib/domain/overage'

import type { CapForm } from './cap-choices'
import { CapReason } from './cap-reason'
import { type Meter, useForecast } from './use-meter'

interface CapConfirmProps {
  readonly meter: Meter
  readonly forecastGrosz: number | undefined
  readonly form: CapForm
}

/** Asks with the consequence: until when, what stops, what goes on. In red only when paid calls stop at once. */
export function CapConfirm({ meter, forecastGrosz, form }: CapConfirmProps) {
  const t = useTranslations('spend-cap.confirm')
  const locale = useLocale()
  const blocksNow = form.question?.kind !== 'blocks_later'
  const capGrosz = ceilingGrosz(form.question?.capPln ?? 0)
  const cap = formatZloty(capGrosz / 100, locale)
  const spent = formatGrosz(countOf(meter.overage_grosz) ?? 0, locale)
  return (
    <ConfirmDialogLazy
      title={t(blocksNow ? 'nowTitle' : 'laterTitle')}
      isOpen={form.question !== null}
      onOpenChange={(isOpen) => !isOpen && form.dismiss()}
      confirmLabel={t(blocksNow ? 'nowConfirm' : 'laterConfirm', { cap })}
      tone={blocksNow ? 'danger' : 'primary'}
      onConfirm={() => void form.confirm()}
      isPending={form.isSending}
    >
      {blocksNow ? (
        <p>{t('nowText', { cap, spent })}</p>
      ) : (
        <LaterText meter={meter} cap={cap} capGrosz={capGrosz} forecastGrosz={forecastGrosz ?? 0} />
      )}
      <Consequences meter={meter} />
      <p className="mt-3 mb-4 text-sm text-muted">{t('refund')}</p>
      <CapReason form={form} />
    </ConfirmDialogLazy>
  )
}

interface LaterTextProps extends Pick<CapConfirmProps, 'meter'> {
  readonly cap: string
  readonly capGrosz: number
  readonly forecastGrosz: number
}

function LaterText({ meter, cap, capGrosz, forecastGrosz }: LaterTextProps) {
  const t = useTranslations('spend-cap.confirm')
  const locale = useLocale()
  const reachedAt = useForecast(meter, capGrosz)?.capReachedAt
  return (
    <p>
      {t('laterText', { cap, forecast: formatZloty(forecastGrosz / 100, locale) })}{' '}
      {reachedAt && t('laterWhen', { day: formatDayMonth(reachedAt, locale) })}
    </p>
  )
}

function Consequences({ meter }: Pick<CapConfirmProps, 'meter'>) {
  const t = useTranslations('spend-cap.confirm')
  const when = useComingEnd(meter.period_end)
  const rows = [
    [t('until'), when === undefined ? t('untilUnknown') : t('untilValue', { when })],
    [t('stops'), t('stopsText')],
    [t('goesOn'), t('goesOnText')],
  ] as const
  return (
    <dl className="mt-3 space-y-2">
      {rows.map(([term, text]) => (
        <div key={term}>
          <dt className="font-medium">{term}</dt>
          <dd className="text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
