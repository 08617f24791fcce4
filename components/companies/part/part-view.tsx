'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { sumUnits } from '@/components/meters/price'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Card, CardBody } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { daysBetween, warsawDay } from '@/lib/domain/calendar'

import { UnavailablePart } from './part-notes'
import type { PartPages, PartPage } from './read-items'
import { RequestButton } from './request-button'
import { type CompanyPartInput, type CompanyPartHandle, useCompanyPart, type PartPrice } from './use-company-part'

interface PartViewProps extends CompanyPartInput {
  readonly title: string
  /** What the answer contains, shown before the request. */
  readonly about: ReactNode
  readonly children: (pages: PartPages, part: CompanyPartHandle) => ReactNode
}

/**
 * A card with one part of a company: the price before the request; afterwards the answer with its time, user, cost and
 * request id. It is requested again only when a user chooses to.
 */
export function PartView({ title, about, children, ...input }: PartViewProps) {
  const part = useCompanyPart(input)
  if (part.denied !== undefined) return <UnavailablePart title={title} reason={part.denied} />
  return (
    <Card
      title={title}
      aside={part.pages.length > 0 ? <RequestLine pages={part.pages} price={part.price} /> : undefined}
    >
      <QueryView query={part.storedAnswer} skeleton={<SkeletonRows rows={5} />} contentName={title}>
        {({ pages }) =>
          pages.length === 0 ? (
            <RequestOffer about={about} part={part} />
          ) : (
            <>
              {children(pages, part)}
              <PartFooter part={part} />
            </>
          )
        }
      </QueryView>
      <PaidQueryFailure error={part.asking.error} />
    </Card>
  )
}

/** Shows the content and price of a request, or why the user may not make it. */
function RequestOffer({ about, part }: { readonly about: ReactNode; readonly part: CompanyPartHandle }) {
  return (
    <CardBody className="space-y-3">
      <div className="max-w-prose text-muted">{about}</div>
      <RequestButton part={part} kind="first" />
      {part.reason !== undefined && <p className="text-sm text-muted">{part.reason}</p>}
    </CardBody>
  )
}

function PartFooter({ part }: { readonly part: CompanyPartHandle }) {
  const newest = part.pages.at(-1)
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {part.storedAnswer.data?.has_more === true && <RequestButton part={part} kind="next" />}
        <RequestButton part={part} kind="again" />
      </div>
      {newest && <RequestedBy page={newest} />}
    </footer>
  )
}

interface RequestLineProps {
  readonly pages: PartPages
  readonly price: PartPrice | undefined
}

/** Formats `stan z 18 lis 2026, 14:02 (sprzed 6 dni) · zapłacono: 1 zapytanie` for the head of the card. */
function RequestLine({ pages, price }: RequestLineProps) {
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
      {price && paid !== null && (
        <span>· {paid === 0 ? t('paidNothing') : t('paid', { price: words(price.pool, paid) })}</span>
      )}
    </span>
  )
}

/** Shows `(sprzed 6 dni)`; renders nothing for an answer of today. */
function Age({ at }: { readonly at: string }) {
  const t = useTranslations('price.part')
  const countValues = useCountValues()
  const today = warsawDay(new Date(useClock()))
  const days = daysBetween(warsawDay(new Date(at)), today)
  return days > 0 ? <span className="text-warn-ink"> ({t('age', countValues(days))})</span> : null
}

/** Names the user, and the request id of the service, which can be copied. */
function RequestedBy({ page }: { readonly page: PartPage }) {
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
