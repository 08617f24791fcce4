'use client'

import { useTranslations, useLocale } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { ProviderLink } from '@/components/layout/payment/provider-link'
import { useAccountFacts } from '@/components/layout/use-account-facts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import type { OperationAnswer } from '@/lib/client/client'
import { formatDayMonth, formatGrosz, formatHundredths, formatInteger } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import { capInForce, wholeCount, isCapKnown } from '@/lib/domain/usage/overage'
import { billOf, type OverageBill, type OverageDay } from '@/lib/domain/usage/overage-bill'
import { readStanding } from '@/lib/domain/usage/standing'

type Meter = OperationAnswer<'usage.api'>

interface OverageNoteProps {
  readonly meter: Meter
  /** The days of the meter's period; undefined while unknown. */
  readonly days: readonly OverageDay[] | undefined
}

const WARN_RATIO = 0.75

/** Explains what happens at the cap when it comes near, and reports figures of the service that do not add up. */
export function OverageNote({ meter, days }: OverageNoteProps) {
  return (
    <>
      <NearCapNote meter={meter} />
      <BillNote meter={meter} days={days} />
    </>
  )
}

interface NearCapNoteProps {
  readonly meter: Meter
  /** False if a button to the spend cap is next to it. */
  readonly hasLink?: boolean
}

/** Explains what happens at the cap, from 75 % of it until it is reached. */
export function NearCapNote({ meter, hasLink = true }: NearCapNoteProps) {
  const t = useTranslations('meters.overage')
  const { terms, stop } = readStanding(meter, useAccountFacts())
  const [cap, spent] = [capInForce(meter), wholeCount(meter.overage_grosz) ?? 0]
  const isNear = terms === 'paid' && stop === null && cap > 0 && isCapKnown(meter) && spent >= WARN_RATIO * cap
  if (!isNear) return null
  return (
    <p className="mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-ink">
      {t('noteCap')}{' '}
      {hasLink && (
        <Link href={routes.spendCap} className="underline underline-offset-2">
          {t('change')}
        </Link>
      )}
    </p>
  )
}

const noteKeys = { off: 'mismatch', earlier: 'earlier', prices: 'prices' } as const satisfies Record<
  Exclude<OverageBill['kind'], 'adds'>,
  string
>

/**
 * Reports figures of the service that do not add up, so that finance learns of it before the invoice. A price change
 * within the period is not an error and is explained.
 */
function BillNote({ meter, days }: OverageNoteProps) {
  const t = useTranslations('meters.overage')
  const textOf = useBillText()
  const bill = billOf(meter, days)
  if (!bill || bill.kind === 'adds') return null
  const isOff = bill.kind === 'off'
  return (
    <p className={classNames('mt-2 text-sm', isOff ? 'text-danger-ink' : 'text-muted')}>
      {t(noteKeys[bill.kind], textOf(bill))}
    </p>
  )
}

export function InactiveNote() {
  const t = useTranslations('meters.outlook')
  const way = useTranslations('common.payment.way')
  return (
    <Banner tone="danger" className="mb-4">
      {t('inactive')} {way('subscription')} <ProviderLink />
    </Banner>
  )
}

export function useBillText() {
  const locale = useLocale()
  const countValues = useCountValues()
  return ({ units, unitGrosz, grosz, meanGrosz, lastDay }: OverageBill) => ({
    ...countValues(units),
    units: formatInteger(units, locale),
    price: formatGrosz(unitGrosz, locale),
    amount: formatGrosz(grosz, locale),
    mean: formatHundredths(meanGrosz, locale),
    // The mean is exact if the kind is `earlier`, and rounded otherwise.
    paid: formatGrosz(Math.round(meanGrosz), locale),
    sells: unitGrosz > 0 ? 'yes' : 'no',
    since: lastDay === undefined ? 'unknown' : 'known',
    day: lastDay === undefined ? '' : formatDayMonth(lastDay, locale),
  })
}
