'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import type { Answer } from '@/lib/client/client'
import { capInForce, isCapReached } from '@/lib/domain/overage'
import { overageBillOf, type OverageDay, overageOfDays } from '@/lib/domain/overage-bill'
import { routes } from '@/lib/domain/routes'

import { useBillText } from './use-bill-text'
import { usePeriodEnd } from './use-period-end'

type Meter = Answer<'usage.api'>
type NoteKey = 'noteTrial' | 'noteUnlimited' | 'noteReached' | 'noteZero' | 'noteCap'

/** What happens at the cap, and whether it already has. */
export function noteOf(meter: Meter): NoteKey {
  if (meter.trial === true) return 'noteTrial'
  if (meter.included === null) return 'noteUnlimited'
  if (isCapReached(meter)) return 'noteReached'
  return capInForce(meter) === 0 ? 'noteZero' : 'noteCap'
}

interface OverageNoteProps {
  readonly meter: Meter
  /** Of its period; undefined while nobody knows them. */
  readonly days: readonly OverageDay[] | undefined
}

export function OverageNote({ meter, days }: OverageNoteProps) {
  const t = useTranslations('meters.overage')
  const key = noteOf(meter)
  const when = usePeriodEnd(meter.period_end)
  return (
    <>
      <p
        className={classNames(
          'mt-3 rounded-md px-3 py-2 text-sm',
          key === 'noteReached' ? 'bg-danger-soft text-danger-ink' : 'bg-warn-soft text-warn-ink',
        )}
      >
        {t(key, { when })}{' '}
        <Link href={routes.spendCap} className="underline underline-offset-2">
          {t('change')}
        </Link>
      </p>
      <BillNote meter={meter} days={days} />
    </>
  )
}

/**
 * The service's own figures must agree; when they do not, finance should know before the invoice. A price that has changed
 * in the period is no fault, and explained.
 */
function BillNote({ meter, days }: OverageNoteProps) {
  const t = useTranslations('meters.overage')
  const textOf = useBillText()
  const bill = overageBillOf(meter, overageOfDays(meter, days))
  if (!bill || bill.kind === 'adds') return null
  const isOff = bill.kind === 'off'
  return (
    <p className={classNames('mt-2 text-sm', isOff ? 'text-danger-ink' : 'text-muted')}>
      {t(isOff ? 'mismatch' : 'prices', textOf(bill))}
    </p>
  )
}
