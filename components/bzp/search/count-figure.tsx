'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useSettled } from '@/components/ui/use-settled'
import { isWorkingDay, parseDay } from '@/lib/domain/calendar'
import { formatHundredths, formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import { readTrend } from './trend'
import type { Counted } from './use-preview'
import { countPace } from './verdict'

interface CountFigureProps extends Pick<Counted, 'answer'> {
  /** Stands at the right of the figure. */
  readonly aside: ReactNode
  /** Of an older filter: greyed until the next answer. */
  readonly isOld: boolean
  /** The next answer is on its way. */
  readonly isCounting: boolean
}

/** An answer that takes longer is said to do so. */
const SLOW_MS = 3000
/** Read out once the typing and the counting rest, not with each key. */
const ANNOUNCE_MS = 700

const figureOf = ({ count }: Counted['answer'], locale: Locale): string =>
  typeof count === 'number' ? formatInteger(count, locale) : '–'

/** The count, big, with its unit and pace below; read out when a new answer has come. */
export function CountFigure({ answer, isOld, isCounting, aside }: CountFigureProps) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const words = useCountWords(answer)
  const figure = figureOf(answer, locale)
  const said = useSettled(isCounting || isOld ? '' : `${figure} ${words}`, ANNOUNCE_MS)
  const isSlow = useSettled(isOld && isCounting, SLOW_MS) && isOld && isCounting
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
      <NothingBefore answer={answer} />
      {isOld && !isCounting && <p className="text-sm text-muted">{t('older')}</p>}
      {isSlow && (
        <p role="status" className="text-sm text-warn-ink">
          {t('slow')}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

/** Why there is no trend: the service says that it does not hold the days before. Where it says nothing, nor do we. */
function NothingBefore({ answer: { previous_count: before, days } }: Pick<Counted, 'answer'>) {
  const t = useTranslations('bzp.preview')
  if (before !== null || typeof days !== 'number') return null
  return <p className="text-sm text-muted">{t('noBefore', { days })}</p>
}

/** The same number of days before, and how many come on a working day; what the service does not say is not there. */
function TrendLine({ answer: { previous_count: before, days, count, daily } }: Pick<Counted, 'answer'>) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const dates = (daily ?? []).flatMap(({ date }) => parseDay(date ?? '') ?? [])
  const working = dates.filter(isWorkingDay).length
  const trend = readTrend(count, before, locale)
  const parts = [
    typeof before === 'number' && typeof days === 'number' && t('before', { days, n: formatInteger(before, locale) }),
    trend !== undefined && t('trend', { change: trend }),
    typeof count === 'number' &&
      count > 0 &&
      working > 0 &&
      t('working', { n: formatHundredths(count / working, locale) }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : <p className="text-sm text-muted">{parts.join(' · ')}</p>
}

function useCountWords({ count, days }: Counted['answer']): string {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  if (typeof count !== 'number') return t('noCount')
  if (typeof days !== 'number') return t('plain', { count })
  const pace = countPace(count, days)
  const line = t('line', { count, days })
  return pace ? `${line} · ${t(pace.unit, { count: pace.n, n: formatInteger(pace.n, locale) })}` : line
}
