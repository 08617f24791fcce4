'use client'

import { useTranslations } from 'use-intl'

import { usePriceWords } from '@/components/meters/use-price-words'
import { useClock } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { CompanyAnswer } from '@/lib/contract/panel/registers/companies'
import { daysBetween, warsawDay } from '@/lib/domain/calendar'

import type { PartPrice } from './use-company-part'

export type PartPage = CompanyAnswer['pages'][number]

interface AskedLineProps {
  readonly pages: readonly PartPage[]
  readonly price: PartPrice | undefined
}

/** `stan z 18 lis 2026, 14:02 (sprzed 6 dni) · zapłacono: 1 zapytanie`, for the head of the card. */
export function AskedLine({ pages, price }: AskedLineProps) {
  const t = useTranslations('price.part')
  const words = usePriceWords()
  const [first] = pages
  if (first === undefined) return null
  const paid = sumOf(pages)
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

/** Null where the service did not say of one of them. */
const sumOf = (pages: readonly PartPage[]): number | null =>
  pages.reduce<number | null>((sum, { units }) => (sum === null || units === null ? null : sum + units), 0)

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
