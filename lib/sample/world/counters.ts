import type { Day } from '@/lib/domain/calendar'
import { listReportRows } from '@/lib/service/reports/statements/report-rows'
import type { Db } from '@/lib/storage/storage'

import { POSITIONS_FROM } from '../registers/msig-issue'
import { lastNumbersAmong } from '../registers/uokik-decisions'
import type { WorldCounters } from './world'

/** Counters of a world without announcements. */
export const freshCounters = (day: Day, lists: Pick<WorldCounters, 'positions' | 'decisions'>): WorldCounters => ({
  msig: { year: day.slice(0, 4), position: POSITIONS_FROM },
  krz: { day, number: 0 },
  ...lists,
  openCases: [],
  awards: 0,
  persons: 0,
})

/** Initial counters for a store whose announcements were made without counters. */
export async function countersOf(db: Db, day: Day): Promise<WorldCounters> {
  const fresh = freshCounters(day, { positions: await positionsOf(db), decisions: await decisionsOf(db) })
  let { position } = fresh.msig
  for await (const page of listReportRows(db, { source: 'msig', from: `${day.slice(0, 4)}-01-01`, to: '9999-12-31' })) {
    for (const { row } of page) position = Math.max(position, Number(fieldOf(row, 'position')))
  }
  let { number } = fresh.krz
  for await (const page of listReportRows(db, { source: 'krz', from: day, to: day })) {
    for (const { row } of page) number = Math.max(number, Number(fieldOf(row, 'number').split('/').at(-1)))
  }
  return { ...fresh, msig: { ...fresh.msig, position }, krz: { day, number } }
}

const fieldOf = (row: string, field: string): string => {
  // Safe: rows of these sources are stored in the format of the interface.
  const value = (JSON.parse(row) as Record<string, string | undefined>)[field]
  return value ?? '0'
}

async function positionsOf(db: Db): Promise<WorldCounters['positions']> {
  const rows = await db
    .selectFrom('register_entries')
    .select((eb) => ['register', eb.fn.max('position').as('position')])
    .groupBy('register')
    .execute()
  return Object.fromEntries(rows.map(({ register, position }) => [register, position]))
}

async function decisionsOf(db: Db): Promise<WorldCounters['decisions']> {
  const rows = await db.selectFrom('register_entries').select('row').where('register', '=', 'uokik').execute()
  return lastNumbersAmong(rows.map(({ row }) => fieldOf(row, 'number')))
}
