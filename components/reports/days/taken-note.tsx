'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { formatDateTime, formatTime } from '@/lib/domain/format/format'

import type { KnownReport } from './day-lines'
import { isCurrent } from './day-marks'

/** `dziś 14:02`, `wczoraj 14:02`, then the date. */
function useWhen() {
  const t = useTranslations('reports.days.when')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  return (instant: string): string => {
    const day = warsawDay(new Date(instant))
    if (day === today) return t('today', { time: formatTime(instant) })
    return day === addDays(today, -1) ? t('yesterday', { time: formatTime(instant) }) : formatDateTime(instant, locale)
  }
}

/** Who took a report through the panel already, so that nobody takes it twice. */
export function TakenNote({ known }: { readonly known: KnownReport }) {
  const t = useTranslations('reports.days')
  const when = useWhen()
  const text = useTakenText(known)
  const all = useAllTakers(known)
  const { downloaded_by_team: team, generated_at: made } = known
  if (text === undefined) return null
  const hasChanged = made !== null && !isCurrent(team.last_at, made)
  return (
    <p className="text-sm font-normal text-muted" title={all}>
      <Icon name="check" size={11} className="mr-1 inline" />
      <span className="wrap-anywhere">{text}</span>
      {all !== undefined && <span className="sr-only"> ({all})</span>}
      {hasChanged && <span className="block text-warn-ink">{t('madeAgain', { when: when(made) })}</span>}
    </p>
  )
}

function useTakenText({ downloaded_by_me: mine, downloaded_by_team: team }: KnownReport): string | undefined {
  const t = useTranslations('reports.days')
  const when = useWhen()
  const { count, last_at: last, people } = team
  if (last === null) return undefined
  const others = count > 1 ? ` ${t('others', { count: count - 1 })}` : ''
  if (mine !== null) return `${t('taken', { who: t('you'), when: when(mine) })}${others}`
  const [newest] = people
  if (newest === undefined) return t('takenBySome', { count, when: when(last) })
  return `${t('taken', { who: newest.who, when: when(newest.at) })}${others}`
}

/** Each with their time; nothing where one line says it all. */
function useAllTakers({ downloaded_by_team: { count, people } }: KnownReport): string | undefined {
  const locale = useLocale()
  if (count < 2 || people.length === 0) return undefined
  return people.map(({ who, at }) => `${who}, ${formatDateTime(at, locale)}`).join('; ')
}
