'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { ResourceTable } from '@/components/ui/resource-table'
import type { ArchiveView } from '@/lib/contract/panel/archive'
import { recordOf } from '@/lib/domain/collections/record-of'
import { reportName } from '@/lib/domain/events/sources'
import { formatDate } from '@/lib/domain/format/format'

type DayState = ArchiveView['days'][number]

const tones: Readonly<Record<DayState['state'], Tone>> = {
  stored: 'accent',
  waiting: 'info',
  failed: 'danger',
  lost: 'danger',
  missing: 'warn',
  expected: 'neutral',
  removed: 'neutral',
}

/** Each wanted report of the last days, and what became of it. A day that is not there whole does not look as if it were. */
export function ArchiveDays({ days }: { readonly days: readonly DayState[] }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  if (days.length === 0) return null
  const dates = [...new Set(days.map(({ report_date }) => report_date))]
  const columns = new Map(days.map((each) => [columnOf(each), each]))
  const nameOf = (id: string) => {
    const column = columns.get(id)
    return column ? `${reportName(column.source, locale)} ${column.format.toUpperCase()}` : t('calendar.day')
  }
  return (
    <Card title={t('calendar.title')}>
      <CardBody className="scroll-x p-0">
        <ResourceTable
          label={t('calendar.title')}
          columns={{ day: { isTitle: true }, ...recordOf([...columns.keys()], () => ({ isNamedOnPhone: true })) }}
          nameOf={nameOf}
          rows={dates}
          keyOf={(date) => date}
          cells={(date) => ({
            day: formatDate(date, locale),
            ...recordOf([...columns.keys()], (id) => {
              const day = days.find((each) => each.report_date === date && columnOf(each) === id)
              if (day !== undefined) return <Badge tone={tones[day.state]}>{t(`report.${day.state}`)}</Badge>
              return (
                <span className="text-muted" title={t('calendar.none')}>
                  –
                </span>
              )
            }),
          })}
        />
      </CardBody>
    </Card>
  )
}

const columnOf = ({ source, format }: DayState): string => `${source} ${format}`
