'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { isWorkingDay, parseDay } from '@/lib/domain/calendar'
import { formatHundredths, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import { readTrend } from './trend'
import type { CountedFilter } from './use-preview'
import { countPace } from './verdict'

interface CountFigureProps extends Pick<CountedFilter, 'answer'> {
  readonly aside: ReactNode
  /** Whether it belongs to an older filter, in which case it is dimmed until the next answer. */
  readonly isOld: boolean
  readonly isCounting: boolean
}

/** After this time a message shows that the answer takes long. */
const SLOW_MS = 3000
/** The count is announced once typing and counting have stopped, not with each key. */
const ANNOUNCE_MS = 700

const figureOf = ({ count }: CountedFilter['answer'], locale: Locale): string =>
  typeof count === 'number' ? formatInteger(count, locale) : '–'

/** The count in large type with its unit and rate; a new answer is announced to screen readers. */
export function CountFigure({ answer, isOld, isCounting, aside }: CountFigureProps) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const words = useCountWords(answer)
  const figure = figureOf(answer, locale)
  const announcement = useDebouncedValue(isCounting || isOld ? '' : `${figure} ${words}`, ANNOUNCE_MS)
  const isSlow = useDebouncedValue(isOld && isCounting, SLOW_MS) && isOld && isCounting
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <p
          data-testid="preview-count"
          className={classNames('tabular text-hero font-semibold tracking-tight', isOld && 'text-muted')}
        >
          {figure}
        </p>
        {aside}
      </div>
      <p className="text-muted">{words}</p>
      <TrendLine answer={answer} />
      <MissingTrend answer={answer} />
      {isOld && !isCounting && <p className="text-sm text-muted">{t('older')}</p>}
      {isSlow && (
        <p role="status" className="text-sm text-warn-ink">
          {t('slow')}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

/** Explains why there is no trend, if the service reports that it has no data for the days before. */
function MissingTrend({ answer: { previous_count: before, days } }: Pick<CountedFilter, 'answer'>) {
  const t = useTranslations('bzp.preview')
  if (before !== null || typeof days !== 'number') return null
  return <p className="text-sm text-muted">{t('noBefore', { days })}</p>
}

function TrendLine({ answer: { previous_count: before, days, count, daily } }: Pick<CountedFilter, 'answer'>) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const dates = (daily ?? []).flatMap(({ date }) => parseDay(date ?? '') ?? [])
  const working = dates.filter(isWorkingDay).length
  const trend = readTrend(count, before, locale)
  const parts = [
    typeof before === 'number' && typeof days === 'number' && t('before', { days, n: formatInteger(before, locale) }),
    trend !== undefined && t('trend', { change: trend }),
    typeof count === 'number' && count > 0 && working > 0 && t('working', { n: formatPace(count / working, locale) }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : <p className="text-sm text-muted">{parts.join(' · ')}</p>
}

/** Hundredths say something of a few a day only. */
const formatPace = (pace: number, locale: Locale): string =>
  pace < 10 ? formatHundredths(pace, locale) : formatInteger(Math.round(pace), locale)

function useCountWords({ count, days }: CountedFilter['answer']): string {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  if (typeof count !== 'number') return t('noCount')
  if (typeof days !== 'number') return t('plain', { count })
  const pace = countPace(count, days)
  const line = t('line', { count, days })
  return pace ? `${line} · ${t(pace.unit, { count: pace.n, n: formatInteger(pace.n, locale) })}` : line
}
