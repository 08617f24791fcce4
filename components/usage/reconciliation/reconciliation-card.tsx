'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { Month } from '@/lib/domain/calendar'

import { ReconciliationSkeleton } from '../usage-skeleton'
import { useMonthDays, useEndpoints, useMeter } from '../use-usage'
import { type CheckCounts, countResults } from './reconciliation'
import { ReconciliationLine } from './reconciliation-line'
import { useReconciliation } from './use-reconciliation'

interface ReconciliationCardProps {
  readonly month: Month
  readonly isCurrent: boolean
}

/** Whether the numbers of the page agree with each other: one line when they do, which opens; open when they do not. */
export function ReconciliationCard({ month, isCurrent }: ReconciliationCardProps) {
  const t = useTranslations('usage.reconciliation')
  const [days, endpoints, meter] = [useMonthDays(month), useEndpoints(month), useMeter()]
  const needed: readonly UseQueryResult[] = isCurrent ? [meter, days, endpoints] : [days, endpoints]
  return (
    <Card labelledBy="reconciliation-title">
      <h2 id="reconciliation-title" className="sr-only">
        {t('title')}
      </h2>
      <QueryView query={weakest(needed) ?? days} skeleton={<ReconciliationSkeleton />} what={t('what')}>
        {() => <ReconciliationChecks month={month} isCurrent={isCurrent} />}
      </QueryView>
    </Card>
  )
}

/** The query that the card must speak of: one that failed, else one on its way, else one whose refresh failed. */
const weakest = (queries: readonly UseQueryResult[]) =>
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
  const isWhole = differs + unknown === 0
  const words = () => {
    if (isReadingAgain) return t('again')
    if (differs > 0) return t('differ', { differs, checks })
    if (unknown > 0) return t('unknown', { agree: checks - unknown, checks })
    return t(prices > 0 ? 'agreePrices' : 'agree', { checks })
  }
  const ink = isWhole ? 'bg-accent-soft text-accent-ink' : 'text-muted'
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2',
        isWrong ? 'bg-danger-soft text-danger-ink' : ink,
      )}
    >
      <p role="status" className="flex min-w-0 flex-1 basis-56 items-start gap-2">
        <Icon name={isWrong ? 'alert' : isWhole ? 'check' : 'info'} className="mt-0.5 shrink-0" />
        {words()}
      </p>
      {action}
    </div>
  )
}
