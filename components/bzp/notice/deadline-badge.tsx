'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { daysBetween, warsawDay } from '@/lib/domain/calendar'
import { formatDateTime, formatDayMonth, formatTime } from '@/lib/domain/format/format'

import { offersUntilOf, type ShownNotice } from './shown-notice'

/** A deadline is urgent from this many days left. */
const URGENT_DAYS = 3

interface Deadline {
  readonly tone: Tone
  readonly text: string
}

function useDeadlineWords(): (until: number, now: number) => Deadline {
  const t = useTranslations('bzp.notice.deadline')
  const locale = useLocale()
  const countValues = useCountValues()
  return (until, now) => {
    const day = formatDayMonth(until, locale)
    if (until <= now) return { tone: 'neutral', text: t('passed', { day }) }
    const daysLeft = daysBetween(warsawDay(new Date(now)), warsawDay(new Date(until)))
    if (daysLeft === 0) return { tone: 'warn', text: t('today', { time: formatTime(until) }) }
    return { tone: daysLeft <= URGENT_DAYS ? 'warn' : 'info', text: t('left', { day, ...countValues(daysLeft) }) }
  }
}

/** Shows the deadline for offers and the days left; renders nothing if the notice has none. */
export function DeadlineBadge({ notice }: { readonly notice: ShownNotice }) {
  const t = useTranslations('bzp.notice.deadline')
  const locale = useLocale()
  const wordsOf = useDeadlineWords()
  const now = useClock()
  const until = offersUntilOf(notice)
  if (until === undefined) return null
  const { tone, text } = wordsOf(until, now)
  return (
    <Badge tone={tone} title={t('until', { at: formatDateTime(until, locale) })}>
      <Icon name="clock" size={11} />
      {text}
    </Badge>
  )
}
