'use client'

import { useTranslations } from 'use-intl'

import { sumUnits } from '@/components/meters/price'
import { usePriceWords } from '@/components/meters/use-price-words'
import { useClock } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { daysBetween, warsawDay } from '@/lib/domain/calendar'

import type { PartPage, PartPages } from './read-items'
import type { PartPrice } from './use-company-part'

interface AskedLineProps {
  readonly pages: PartPages
  readonly price: PartPrice | undefined
}

/** `stan z 18 lis 2026, 14:02 (sprzed 6 dni) · zapłacono: 1 zapytanie`, for the head of the card. */
export function AskedLine({ pages, price }: AskedLineProps) {
  const t = useTranslations('price.part')
  const words = usePriceWords()
  const [first] = pages
  if (first === undefined) return null
  const paid = sumUnits(pages)
  return (
    <span className="inline-flex flex-wrap gap-x-1.5 tabular">
      <span>
        {t('asOf')} <Time instant={first.asked_at} />
        <Age at={first.asked_at} />
      </span>
      {price && paid !== null && <span>· {t('paid', { price: words(price.pool, paid) })}</span>}
    </span>
  )
}

/** `(sprzed 6 dni)`; nothing for an answer of today. */
function Age({ at }: { readonly at: string }) {
  const t = useTranslations('price.part')
  const counted = useCountValues()
  const today = warsawDay(new Date(useClock()))
  const days = daysBetween(warsawDay(new Date(at)), today)
  return days > 0 ? <span className="text-warn-ink"> ({t('age', counted(days))})</span> : null
}

/** Who asked, and the number by which the service knows the call, to be copied. */
export function AskedBy({ page }: { readonly page: PartPage }) {
  const t = useTranslations('price.part')
  const { asked_by: by, request_id: requestId } = page
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-3 text-sm text-muted">
      <span className="break-all">{t('askedBy', { who: by })}</span>
      {requestId !== null && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <span>
            {t('requestId')} <code className="font-mono break-all">{requestId}</code>
          </span>
          <CopyButton value={requestId} iconOnly label={t('copyRequestId')} />
        </span>
      )}
    </span>
  )
}
