'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Day } from '@/lib/domain/calendar'
import { formatDate } from '@/lib/domain/format/format'

import type { SourceLine } from '../days/day-lines'
import type { Downloads } from '../downloads/use-downloads'
import { ReportTable, weekdayKeyOf } from '../report-table'

interface DayPanelProps {
  readonly day: Day
  readonly lines: readonly SourceLine[]
  readonly now: number
  readonly downloads: Downloads
  readonly onShowInList: () => void
  readonly onClose: () => void
}

export function DayPanel({ day, lines, now, downloads, onShowInList, onClose }: DayPanelProps) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const panel = useRef<HTMLElement>(null)
  const weekday = weekdayKeyOf(day)
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const close = useEffectEvent(onClose)
  // Native listeners, because React also bubbles events from dialogs that open over it.
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const section = panel.current
    section?.addEventListener('keydown', leave)
    return () => section?.removeEventListener('keydown', leave)
  }, [])
  return (
    <section ref={panel} aria-labelledby="report-day" className="border-t">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-hover/60 px-4 py-1.5">
        <h3 id="report-day" className="mr-auto font-medium">
          {formatDate(day, locale)}
          {weekday !== undefined && <span className="ml-2 font-normal text-muted">{t(`weekdays.${weekday}`)}</span>}
        </h3>
        <Button size="sm" onClick={onShowInList}>
          <Icon name="list" size={14} />
          {t('calendar.showInList')}
        </Button>
        <Button size="sm" variant="ghost" iconOnly aria-label={t('calendar.close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </Button>
      </header>
      {lines.length === 0 ? (
        <p className="px-4 py-3 text-muted">{t('calendar.nothing')}</p>
      ) : (
        <ReportTable
          label={formatDate(day, locale)}
          days={[{ day, lines }]}
          now={now}
          downloads={downloads}
          isOfOneDay
        />
      )}
    </section>
  )
}
