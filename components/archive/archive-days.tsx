'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import type { ArchiveView } from '@/lib/contract/panel/archive'
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
  const columns = [...new Map(days.map((each) => [columnOf(each), each])).values()]
  return (
    <Card labelledBy="archive-days">
      <CardHeader title={t('calendar.title')} titleId="archive-days" />
      <CardBody className="scroll-x p-0">
        <Table label={t('calendar.title')}>
          <TableHead>
            <HeaderCell>{t('calendar.day')}</HeaderCell>
            {columns.map((each) => (
              <HeaderCell
                key={columnOf(each)}
              >{`${reportName(each.source, locale)} ${each.format.toUpperCase()}`}</HeaderCell>
            ))}
          </TableHead>
          <TableBody>
            {dates.map((date) => (
              <TableRow key={date}>
                <Cell isTitle>{formatDate(date, locale)}</Cell>
                {columns.map((column) => (
                  <StateCell
                    key={columnOf(column)}
                    column={column}
                    day={days.find((each) => each.report_date === date && columnOf(each) === columnOf(column))}
                  />
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardBody>
    </Card>
  )
}

const columnOf = ({ source, format }: DayState): string => `${source} ${format}`

function StateCell({ column, day }: { readonly column: DayState; readonly day: DayState | undefined }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  return (
    <Cell>
      <span className="text-muted sm:hidden">{`${reportName(column.source, locale)} ${column.format.toUpperCase()}: `}</span>
      {day === undefined ? (
        <span className="text-muted" title={t('calendar.none')}>
          –
        </span>
      ) : (
        <Badge tone={tones[day.state]}>{t(`report.${day.state}`)}</Badge>
      )}
    </Cell>
  )
}
