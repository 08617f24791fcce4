'use client'

import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import type { Answer } from '@/lib/client/client'
import { formatGrosz, formatInteger } from '@/lib/domain/format'
import { overageAdds } from '@/lib/domain/money'
import { capInForce, isCapReached, overageBillOf } from '@/lib/domain/overage'
import { routes } from '@/lib/domain/routes'

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

export function OverageNote({ meter }: { readonly meter: Meter }) {
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
      <Mismatch meter={meter} />
    </>
  )
}

/** The service's own figures must agree; when they do not, finance should know before the invoice. */
function Mismatch({ meter }: { readonly meter: Meter }) {
  const t = useTranslations('meters.overage')
  const locale = useLocale()
  const bill = overageBillOf(meter)
  if (!bill || overageAdds(bill)) return null
  const { units, unitGrosz, grosz } = bill
  const figures = {
    units: formatInteger(units, locale),
    price: formatGrosz(unitGrosz, locale),
    amount: formatGrosz(grosz, locale),
  }
  return <p className="mt-2 text-sm text-danger-ink">{t('mismatch', figures)}</p>
}
