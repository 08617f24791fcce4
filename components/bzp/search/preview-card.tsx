'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { SparkBars } from '@/components/charts/spark-bars'
import { LazyPaymentRefusal } from '@/components/layout/payment/payment-banner'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { formatDateTime } from '@/lib/domain/format/format'
import { formatTimeLeft } from '@/lib/domain/format/format-span'
import { readPayment } from '@/lib/domain/usage/payment'

import { CountFigure } from './count-figure'
import { NeighbourCodes } from './neighbour-codes'
import type { CpvCount } from './neighbours'
import type { Pause } from './pause'
import { PreviewSkeleton } from './preview-skeleton'
import { useNeighbours } from './use-neighbours'
import type { CountedFilter, Preview } from './use-preview'
import { type CountVerdict, judgeCount } from './verdict'

const STEP_MS = 1000

/**
 * Returns the milliseconds until an instant (milliseconds since the epoch), updated every second; calls `onDone` when
 * it is reached.
 */
function useCountdown(until: number | undefined, onDone: () => void): number | undefined {
  const [left, setLeft] = useState<number>()
  const notifyDone = useEffectEvent(onDone)
  useEffect(() => {
    if (until === undefined) return undefined
    const tick = () => {
      const now = until - Date.now()
      setLeft(Math.max(0, now))
      if (now <= 0) notifyDone()
    }
    tick()
    const timer = setInterval(tick, STEP_MS)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? undefined : left
}

interface PauseNoteProps {
  readonly pause: Pause
  readonly onResume: () => void
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
}

const MINUTE_MS = 60_000

function PauseNote({ pause, onResume, onRefresh, isRefreshing }: PauseNoteProps) {
  const t = useTranslations('bzp.pause')
  const remainingMs = useCountdown(pause.until, onResume)
  const when = useResumeText(pause.until, remainingMs)
  const { error } = pause
  const payment = readPayment(error)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b bg-warn-soft px-4 py-2.5 text-warn-ink">
      <Icon name="pause" className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 basis-56">
        <div role="alert">
          <p className="font-medium">{payment === undefined ? t('rate') : t('payment')}</p>
          {payment !== undefined && <LazyPaymentRefusal payment={payment} />}
        </div>
        <p className="tabular">{when}</p>
        {error.requestId !== undefined && (
          <p className="text-sm break-all">{t('requestId', { id: error.requestId })}</p>
        )}
      </div>
      <Button size="sm" onClick={onRefresh} isPending={isRefreshing}>
        {t('now')}
      </Button>
    </div>
  )
}

function useResumeText(until: number | undefined, remainingMs: number | undefined): string {
  const t = useTranslations('bzp.pause')
  const locale = useLocale()
  if (until === undefined) return t('byHand')
  if (remainingMs === undefined) return ''
  if (remainingMs < MINUTE_MS) return t('seconds', { count: Math.ceil(remainingMs / 1000) })
  return t('later', { left: formatTimeLeft(remainingMs, locale), at: formatDateTime(until, locale) })
}

const tones: Readonly<Record<CountVerdict, Tone>> = {
  none: 'warn',
  few: 'info',
  good: 'accent',
  narrow: 'warn',
  loud: 'warn',
}

/** The number of days that the interface specifies, for a service that does not return it. */
const USUAL_DAYS = 30

export const judgeAnswer = (
  { count, days }: CountedFilter['answer'],
  beside: readonly CpvCount[] = [],
): CountVerdict | undefined =>
  typeof count === 'number'
    ? judgeCount(
        count,
        days ?? USUAL_DAYS,
        beside.map((each) => each.count),
      )
    : undefined

interface PreviewCardProps {
  readonly preview: Preview
  /** Adds a code to the filter. */
  readonly onAddCode: (code: string) => void
}

/** Shows how many procedures match, how often, and whether that suits an alert. */
export function PreviewCard({ preview, onAddCode }: PreviewCardProps) {
  const t = useTranslations('bzp.preview')
  const { query, counted, pause, isOld, isCounting, refresh, resume } = preview
  const isFailed = query.isError && pause === undefined
  return (
    <Card labelledBy="preview-title">
      <h2 id="preview-title" className="sr-only">
        {t('title')}
      </h2>
      {pause && <PauseNote pause={pause} onResume={resume} onRefresh={refresh} isRefreshing={query.isFetching} />}
      {isFailed && <QueryFailed query={query} contentName={t('what')} />}
      {counted === undefined && !isFailed && pause === undefined && (
        <QueryWaiting query={query}>
          <PreviewSkeleton />
        </QueryWaiting>
      )}
      {counted && (
        <div className="px-4 pt-3.5 pb-4" aria-busy={isCounting}>
          <CountAnswer {...{ counted, isOld, isCounting, onAddCode }} onRefresh={refresh} />
          <p className="mt-2 text-sm text-muted">{t('estimate')}</p>
        </div>
      )}
    </Card>
  )
}

interface CountAnswerProps extends Pick<PreviewCardProps, 'onAddCode'> {
  readonly counted: CountedFilter
  readonly isOld: boolean
  readonly isCounting: boolean
  readonly onRefresh: () => void
}

function CountAnswer({ counted, isOld, isCounting, onRefresh, onAddCode }: CountAnswerProps) {
  const { answer } = counted
  const neighbours = useNeighbours(counted)
  // A count that only seems good until the neighbours are counted has no verdict yet.
  const verdict = neighbours.isCounting ? undefined : judgeAnswer(answer, neighbours.codes)
  return (
    <>
      <CountFigure
        answer={answer}
        isOld={isOld}
        isCounting={isCounting}
        aside={<CountAside verdict={verdict} isCounting={isCounting} onRefresh={onRefresh} />}
      />
      <Daily answer={answer} />
      <Advice verdict={verdict} />
      {neighbours.codes.length > 0 && <NeighbourCodes codes={neighbours.codes} onAdd={onAddCode} />}
    </>
  )
}

interface CountAsideProps {
  readonly verdict: CountVerdict | undefined
  readonly isCounting: boolean
  readonly onRefresh: () => void
}

function CountAside({ verdict, isCounting, onRefresh }: CountAsideProps) {
  const t = useTranslations('bzp')
  return (
    <div className="flex items-center gap-1.5">
      {verdict && (
        <Badge tone={tones[verdict]} title={t(`verdict.${verdict}.why`)} className="rounded-full px-2.5!">
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          {t(`verdict.${verdict}.label`)}
        </Badge>
      )}
      <Button
        variant="ghost"
        size="sm"
        iconOnly
        aria-label={t('preview.refresh')}
        title={t('preview.refresh')}
        onClick={onRefresh}
      >
        <Icon name="refresh" size={14} className={isCounting ? 'shrink-0 animate-spin' : 'shrink-0'} />
      </Button>
    </div>
  )
}

function Advice({ verdict }: Pick<CountAsideProps, 'verdict'>) {
  const t = useTranslations('bzp.verdict')
  return verdict === undefined ? null : <p className="mt-3">{t(`${verdict}.why`)}</p>
}

function Daily({ answer }: Pick<CountedFilter, 'answer'>) {
  const t = useTranslations('bzp.preview')
  const days = (answer.daily ?? []).flatMap(({ date, count }) =>
    date !== undefined && typeof count === 'number' ? [{ date, count }] : [],
  )
  if (days.length === 0) return null
  return (
    <div className="mt-4">
      <SparkBars
        label={t('chart', { days: days.length, max: Math.max(...days.map(({ count }) => count)) })}
        days={days}
      />
    </div>
  )
}
