'use client'

import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { lazyCall } from '@/lib/client/queries'
import type { Month } from '@/lib/domain/calendar'

import { ReconciliationSkeleton } from '../usage-skeleton'
import { useMonthDays, useEndpoints, useMeter } from '../use-usage'
import {
  type CheckCounts,
  countResults,
  type ReconciliationCheck,
  reconcileMonth,
  type ReconciliationInput,
} from './reconciliation'

const ReconciliationLine = lazyComponent(async () => (await import('./reconciliation-line')).ReconciliationLine)

interface ReconciliationCardProps {
  readonly month: Month
  readonly isCurrent: boolean
}

/** Whether the page's figures agree with each other: one expandable line if they do, expanded if they do not. */
export function ReconciliationCard({ month, isCurrent }: ReconciliationCardProps) {
  const t = useTranslations('usage.reconciliation')
  const [days, endpoints, meter] = [useMonthDays(month), useEndpoints(month), useMeter()]
  const needed: readonly UseQueryResult[] = isCurrent ? [meter, days, endpoints] : [days, endpoints]
  return (
    <Card labelledBy="reconciliation-title">
      <h2 id="reconciliation-title" className="sr-only">
        {t('title')}
      </h2>
      <QueryView query={queryToShow(needed) ?? days} skeleton={<ReconciliationSkeleton />} contentName={t('what')}>
        {() => <ReconciliationChecks month={month} isCurrent={isCurrent} />}
      </QueryView>
    </Card>
  )
}

/** The query whose state the card shows: a failed one, else a loading one, else one whose refresh failed. */
const queryToShow = (queries: readonly UseQueryResult[]) =>
  queries.find(({ isError, data }) => isError && data === undefined) ??
  queries.find(({ data }) => data === undefined) ??
  queries.find(({ isError }) => isError)

function ReconciliationChecks({ month, isCurrent }: ReconciliationCardProps) {
  const t = useTranslations('usage.reconciliation')
  const reconciliation = useReconciliation({ month, isCurrent })
  const id = useId()
  const [chosen, choose] = useState<boolean>()
  if (reconciliation === undefined) return <ReconciliationSkeleton />
  const { checks, isReadingAgain } = reconciliation
  const tally = countResults(checks)
  const isOpen = chosen ?? (tally.differs > 0 && !isReadingAgain)
  return (
    <>
      <Summary
        {...tally}
        isReadingAgain={isReadingAgain}
        action={
          <Button size="sm" variant="ghost" aria-expanded={isOpen} aria-controls={id} onClick={() => choose(!isOpen)}>
            {t(isOpen ? 'close' : 'open')}
          </Button>
        }
      />
      <div id={id} hidden={!isOpen} className="border-t">
        <p className="px-4 py-2 text-sm text-muted">{t(isCurrent ? 'hint' : 'closed')}</p>
        <ul className="grid grid-cols-1 gap-px border-t bg-line">
          {checks.map((check) => (
            <ReconciliationLine
              key={check.about === 'pool' ? `pool ${check.pool}` : check.about}
              check={check}
              isReadingAgain={isReadingAgain}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

interface SummaryProps extends CheckCounts {
  readonly isReadingAgain: boolean
  readonly action: ReactNode
}

function Summary({ checks, differs, unknown, prices, isReadingAgain, action }: SummaryProps) {
  const t = useTranslations('usage.reconciliation')
  const isWrong = differs > 0 && !isReadingAgain
  const isComplete = differs + unknown === 0
  const words = () => {
    if (isReadingAgain) return t('again')
    if (differs > 0) return t('differ', { differs, checks })
    if (unknown > 0) return t('unknown', { agree: checks - unknown, checks })
    return t(prices > 0 ? 'agreePrices' : 'agree', { checks })
  }
  const ink = isComplete ? 'bg-accent-soft text-accent-ink' : 'text-muted'
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2',
        isWrong ? 'bg-danger-soft text-danger-ink' : ink,
      )}
    >
      <p role="status" className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Icon name={isWrong ? 'alert' : isComplete ? 'check' : 'info'} className="mt-0.5 shrink-0" />
        {words()}
      </p>
      {action}
    </div>
  )
}

/**
 * Reads meter, days, endpoints, days, meter in sequence, so that a figure read in between must lie between its
 * neighbors.
 */
async function readAround(month: Month, signal: AbortSignal): Promise<ReconciliationInput> {
  const ofMonth = { query: { month } }
  const meter = await lazyCall('usage.api', {}, { signal })
  const days = await lazyCall('usage.daily', ofMonth, { signal })
  const endpoints = await lazyCall('usage.breakdown', ofMonth, { signal })
  const daysAfter = await lazyCall('usage.daily', ofMonth, { signal })
  const meterAfter = await lazyCall('usage.api', {}, { signal })
  return { month, meter: [meter, meterAfter], days: [days.items, daysAfter.items], endpoints: endpoints.items }
}

interface Reconciliation {
  readonly checks: readonly ReconciliationCheck[]
  /** True while a second read checks whether the differences were only a matter of timing. */
  readonly isReadingAgain: boolean
}

/**
 * The results of comparing the page's answers. Those of the current month were not read at the same
 * instant: if they differ, they are read again in sequence before the difference is shown.
 */
function useReconciliation({
  month,
  isCurrent,
}: {
  readonly month: Month
  readonly isCurrent: boolean
}): Reconciliation | undefined {
  const [days, endpoints, meter] = [useMonthDays(month), useEndpoints(month), useMeter()]
  const shown = toReconciliationInput({
    month,
    isCurrent,
    days: days.data,
    endpoints: endpoints.data,
    meter: meter.data,
  })
  const checks = shown === undefined ? [] : reconcileMonth(shown)
  const isDoubtful = isCurrent && countResults(checks).differs > 0
  const readAt = Math.max(days.dataUpdatedAt, endpoints.dataUpdatedAt, meter.dataUpdatedAt)
  const recheck = useQuery({
    queryKey: ['usage-reconciliation', month, readAt],
    queryFn: ({ signal }) => readAround(month, signal),
    enabled: isDoubtful,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (shown === undefined) return undefined
  if (!isDoubtful) return { checks, isReadingAgain: false }
  const { data: rereadInput, isPending } = recheck
  if (rereadInput?.month === month) return { checks: reconcileMonth(rereadInput), isReadingAgain: false }
  return { checks, isReadingAgain: isPending }
}

interface ShownReconciliation {
  readonly month: Month
  readonly isCurrent: boolean
  readonly days: { readonly items: ReconciliationInput['days'][0] } | undefined
  readonly endpoints: { readonly items: ReconciliationInput['endpoints'] } | undefined
  readonly meter: NonNullable<ReconciliationInput['meter']>[0] | undefined
}

function toReconciliationInput({
  month,
  isCurrent,
  days,
  endpoints,
  meter,
}: ShownReconciliation): ReconciliationInput | undefined {
  if (days === undefined || endpoints === undefined || (isCurrent && meter === undefined)) return undefined
  return {
    month,
    meter: isCurrent && meter !== undefined ? [meter, meter] : undefined,
    days: [days.items, days.items],
    endpoints: endpoints.items,
  }
}
