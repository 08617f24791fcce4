'use client'

import { useTranslations } from 'use-intl'

import { Link } from '@/components/ui/link'
import { Tooltip } from '@/components/ui/overlay/tooltip'
import type { OperationAnswer } from '@/lib/client/client'
import { routes } from '@/lib/domain/routes'
import type { Forecast } from '@/lib/domain/usage/forecast'
import type { Outlook } from '@/lib/domain/usage/outlook'
import { isLiftedByCap } from '@/lib/domain/usage/standing'

import { useForecastFormula, useOutlookWords } from './use-outlook-words'

interface OutlookTextProps {
  readonly meter: OperationAnswer<'usage.api'>
  readonly outlook: Outlook
  /** False on the spend cap page itself. */
  readonly hasLink?: boolean
}

/**
 * The account's spending as sentences, red while paid calls are refused. The forecast's calculation is shown on hover
 * and focus.
 */
export function OutlookText({ meter, outlook, hasLink = true }: OutlookTextProps) {
  const t = useTranslations('meters.overage')
  const words = useOutlookWords(meter)(outlook)
  const { stop } = outlook.standing
  if (words === '') return null
  if (stop !== null)
    return (
      <p className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
        {words}{' '}
        {hasLink && isLiftedByCap(stop) && (
          <Link href={routes.spendCap} className="underline underline-offset-2">
            {t('change')}
          </Link>
        )}
      </p>
    )
  return (
    <p className="text-muted">
      {words} {outlook.forecast !== null && <Formula forecast={outlook.forecast} />}
    </p>
  )
}

function Formula({ forecast }: { readonly forecast: Forecast }) {
  const t = useTranslations('meters.forecast')
  const formula = useForecastFormula()
  return (
    <Tooltip text={formula(forecast)}>
      {(describedBy) => (
        <button type="button" aria-describedby={describedBy} className="cursor-help underline underline-offset-2">
          {t('how')}
        </button>
      )}
    </Tooltip>
  )
}
