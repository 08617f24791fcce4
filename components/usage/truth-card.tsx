'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { Month } from '@/lib/domain/calendar'

import { type Tally, tallyOf } from './truth'
import { TruthLine } from './truth-line'
import { TruthSkeleton } from './usage-skeleton'
import { useTruth } from './use-truth'
import { useDays, useEndpoints, useMeter } from './use-usage'

interface TruthCardProps {
  readonly month: Month
  readonly isCurrent: boolean
}

/** Whether the numbers of the page agree with each other. Quiet when they do. */
export function TruthCard({ month, isCurrent }: TruthCardProps) {
  const t = useTranslations('usage.truth')
  const [days, endpoints, meter] = [useDays(month), useEndpoints(month), useMeter()]
  const needed: readonly UseQueryResult[] = isCurrent ? [meter, days, endpoints] : [days, endpoints]
  return (
    <Card labelledBy="truth-title">
      <CardHeader title={t('title')} titleId="truth-title" aside={t('hint')} />
      <QueryView query={weakest(needed) ?? days} skeleton={<TruthSkeleton />} what={t('what')}>
        {() => <Truth month={month} isCurrent={isCurrent} />}
      </QueryView>
    </Card>
  )
}

/** The query that the card must speak of: one that failed, else one on its way, else one whose refresh failed. */
const weakest = (queries: readonly UseQueryResult[]) =>
  queries.find(({ isError, data }) => isError && data === undefined) ??
  queries.find(({ data }) => data === undefined) ??
  queries.find(({ isError }) => isError)

function Truth({ month, isCurrent }: TruthCardProps) {
  const t = useTranslations('usage.truth')
  const truth = useTruth({ month, isCurrent })
  if (truth === undefined) return <TruthSkeleton />
  const { checks, isReadingAgain } = truth
  return (
    <>
      <Summary {...tallyOf(checks)} isReadingAgain={isReadingAgain} />
      <ul className="grid grid-cols-1 gap-px bg-line">
        {checks.map((check) => (
          <TruthLine
            key={check.about === 'pool' ? `pool ${check.pool}` : check.about}
            check={check}
            isReadingAgain={isReadingAgain}
          />
        ))}
      </ul>
      {!isCurrent && <p className="border-t px-4 py-2 text-sm text-muted">{t('closed')}</p>}
    </>
  )
}

interface SummaryProps extends Tally {
  readonly isReadingAgain: boolean
}

function Summary({ checks, differs, unknown, prices, isReadingAgain }: SummaryProps) {
  const t = useTranslations('usage.truth')
  const isWrong = differs > 0 && !isReadingAgain
  const words = () => {
    if (isReadingAgain) return t('again')
    if (differs > 0) return t('differ', { differs, checks })
    if (unknown > 0) return t('unknown', { agree: checks - unknown, checks })
    return t(prices > 0 ? 'agreePrices' : 'agree', { checks })
  }
  return (
    <p
      role="status"
      className={classNames(
        'flex items-start gap-2 border-b px-4 py-2.5',
        isWrong ? 'bg-danger-soft text-danger-ink' : 'text-muted',
      )}
    >
      <Icon name={isWrong ? 'alert' : differs + unknown > 0 ? 'info' : 'check'} className="mt-0.5 shrink-0" />
      {words()}
    </p>
  )
}
