'use client'

import { useLocale, useTranslations } from 'use-intl'

import { type Day, warsawDay } from '@/lib/domain/calendar'
import { claimDeadline } from '@/lib/domain/events/claim-deadline'
import { formatDate, formatDayMonth } from '@/lib/domain/format/format'

import { Badge, type Tone } from '../badge'
import { useClock } from '../clock'
import { Icon } from '../icon'

/** A deadline is urgent from this number of days left. */
const URGENT_DAYS = 7

function toneOf(daysLeft: number): Tone {
  if (daysLeft < 0) return 'neutral'
  return daysLeft <= URGENT_DAYS ? 'danger' : 'warn'
}

interface DeadlineProps {
  readonly day: Day
}

const useDeadline = (day: Day) => claimDeadline(day, warsawDay(new Date(useClock())))

export function ClaimDeadlineBadge({ day }: DeadlineProps) {
  const t = useTranslations('common.claims')
  const locale = useLocale()
  const { lastDay, daysLeft } = useDeadline(day)
  return (
    <Badge tone={toneOf(daysLeft)} title={t('until', { day: formatDate(lastDay, locale) })}>
      <Icon name="clock" size={11} />
      {daysLeft < 0 ? t('over') : t('left', { days: daysLeft })}
    </Badge>
  )
}

/** The deadline as a request, shortened where the container is narrow. */
export function ClaimDeadlineRequest({ day }: DeadlineProps) {
  const t = useTranslations('common.claims')
  const locale = useLocale()
  const { lastDay, daysLeft } = useDeadline(day)
  const words = { day: formatDayMonth(lastDay, locale), left: t('days', { days: Math.max(0, daysLeft) }) }
  return (
    <Badge tone={toneOf(daysLeft)} title={t('until', { day: formatDate(lastDay, locale) })}>
      <Icon name="clock" size={11} />
      {daysLeft < 0 ? (
        t('over')
      ) : (
        <>
          <span className="@max-3xl:hidden">{t('lodge', words)}</span>
          <span className="@3xl:hidden">{t('lodgeShort', words)}</span>
        </>
      )}
    </Badge>
  )
}

export function ClaimDeadlineNote({ day }: DeadlineProps) {
  const t = useTranslations('common.claims')
  const locale = useLocale()
  const { lastDay, isMoved } = useDeadline(day)
  return (
    <div className="mb-2 rounded-lg bg-warn-soft px-3 py-2 text-warn-ink">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {t('title', { day: formatDate(lastDay, locale) })}
        <ClaimDeadlineBadge day={day} />
      </p>
      <p className="mt-1 text-sm">{t('rule', { day: formatDate(day, locale) })}</p>
      {isMoved && <p className="text-sm">{t('moved')}</p>}
      <p className="text-sm">{t('caveat')}</p>
    </div>
  )
}
