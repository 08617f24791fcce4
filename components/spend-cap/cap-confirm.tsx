'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useOutlook } from '@/components/meters/use-outlook'
import { useComingEnd } from '@/components/meters/use-period-end'
import { TextField } from '@/components/ui/inputs/text-field'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { formatDayMonth, formatNetGrosz, formatNetZloty, formatZloty } from '@/lib/domain/format/format'
import { ceilingGrosz, DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { capInForce, wholeCount } from '@/lib/domain/usage/overage'

import type { CapForm } from './cap-choices'
import type { CapMeterAnswer } from './use-meter'

const MAX_REASON_LENGTH = 300

export function CapReason({ form }: { readonly form: CapForm }) {
  const t = useTranslations('spend-cap.editor')
  return (
    <TextField
      label={t('reason')}
      isOptional
      hint={t('reasonHint')}
      maxLength={MAX_REASON_LENGTH}
      autoComplete="off"
      value={form.reason}
      onChange={(event) => form.setReason(event.target.value)}
    />
  )
}

interface CapConfirmProps {
  readonly meter: CapMeterAnswer
  readonly forecastGrosz: number | undefined
  readonly form: CapForm
}

/** Confirms a change with its consequence; red only if paid calls stop immediately. */
export function CapConfirm(props: CapConfirmProps) {
  return props.form.question?.kind === 'opens' ? <OpenConfirm {...props} /> : <BlockConfirm {...props} />
}

/** Confirms the default ceiling instead of a lower cap, with the additional possible cost. */
function OpenConfirm({ meter, form }: CapConfirmProps) {
  const t = useTranslations('spend-cap.confirm')
  const locale = useLocale()
  const to = formatNetZloty(DEFAULT_CEILING_PLN, locale)
  return (
    <ConfirmDialogLazy
      title={t('openTitle')}
      onClose={form.dismiss}
      confirmLabel={t('openConfirm')}
      tone="primary"
      onConfirm={() => void form.confirm()}
      isPending={form.isSending}
    >
      <p className="mb-4">{t('openText', { from: formatZloty(capInForce(meter) / 100, locale), to })}</p>
      <CapReason form={form} />
    </ConfirmDialogLazy>
  )
}

/** Confirms a blocking cap: until when, what stops, and what continues. */
function BlockConfirm({ meter, forecastGrosz, form }: CapConfirmProps) {
  const t = useTranslations('spend-cap.confirm')
  const locale = useLocale()
  const blocksNow = form.question?.kind !== 'blocks_later'
  const capGrosz = ceilingGrosz(form.question?.capPln ?? 0)
  const cap = formatZloty(capGrosz / 100, locale)
  const spent = formatNetGrosz(wholeCount(meter.overage_grosz) ?? 0, locale)
  return (
    <ConfirmDialogLazy
      title={t(blocksNow ? 'nowTitle' : 'laterTitle')}
      isOpen={form.question !== null}
      onClose={form.dismiss}
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
  const reachedAt = useOutlook(meter, { capGrosz }).forecast?.stopReachedAt
  return (
    <p>
      {t('laterText', { cap, forecast: formatZloty(Math.ceil(forecastGrosz / 100), locale) })}{' '}
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
