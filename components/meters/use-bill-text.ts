'use client'

import { useLocale } from 'use-intl'

import { useCountValues } from '@/components/ui/use-count-values'
import { formatDayMonth, formatGrosz, formatHundredths, formatInteger } from '@/lib/domain/format/format'
import type { OverageBill } from '@/lib/domain/usage/overage-bill'

/** The figures of a bill as text, for every message that explains one. */
export function useBillText() {
  const locale = useLocale()
  const counted = useCountValues()
  return ({ units, unitGrosz, grosz, meanGrosz, lastDay }: OverageBill) => ({
    ...counted(units),
    units: formatInteger(units, locale),
    price: formatGrosz(unitGrosz, locale),
    amount: formatGrosz(grosz, locale),
    mean: formatHundredths(meanGrosz, locale),
    // Of `earlier` a whole price.
    paid: formatGrosz(Math.round(meanGrosz), locale),
    sells: unitGrosz > 0 ? 'yes' : 'no',
    since: lastDay === undefined ? 'unknown' : 'known',
    day: lastDay === undefined ? '' : formatDayMonth(lastDay, locale),
  })
}
