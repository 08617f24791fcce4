import { addDays, type Day, warsawDay } from '@/lib/domain/calendar'
import { reportSources } from '@/lib/domain/events/sources'

import type { OrderInput } from '../order-body'
import type { ListedReportJob } from '../report-name'
import { shownReportFormats } from '../report-search'

/** The initial values of a form; `key` changes with each new start. */
export interface OrderStart {
  readonly key: string
  readonly values: OrderInput
}

export const orderPeriods = ['yesterday', 'week', 'month'] as const
type OrderPeriod = (typeof orderPeriods)[number]

/** The days of a period, all of them complete. */
export function daysOfPeriod(period: OrderPeriod, today: Day): Pick<OrderInput, 'date_from' | 'date_to'> {
  const yesterday = addDays(today, -1)
  if (period === 'yesterday') return { date_from: yesterday, date_to: yesterday }
  if (period === 'week') return { date_from: addDays(today, -7), date_to: yesterday }
  const last = addDays(`${today.slice(0, 7)}-01`, -1)
  return { date_from: `${last.slice(0, 7)}-01`, date_to: last }
}

/** Defaults to the last seven complete days. */
export function newOrder(now: number): OrderStart {
  const today = warsawDay(new Date(now))
  return {
    key: 'new',
    values: {
      source: 'krz',
      format: 'csv',
      ...daysOfPeriod('week', today),
      filter_id: '',
      monitor_tag: '',
    },
  }
}

export function orderLike(job: ListedReportJob, now: number): OrderStart {
  const { values } = newOrder(now)
  return {
    key: job.id,
    values: {
      source: reportSources.find((each) => each === job.source) ?? values.source,
      format: shownReportFormats.find((each) => each === job.format) ?? values.format,
      date_from: job.date_from ?? values.date_from,
      date_to: job.date_to ?? values.date_to,
      filter_id: job.filter_id ?? '',
      monitor_tag: job.monitor_tag ?? '',
    },
  }
}
