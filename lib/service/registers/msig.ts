import * as z from 'zod'

import type { MsigIssue } from '@/lib/contract/announcements'
import { countIssues, type IssueRow, listIssues } from '@/lib/service/registers/statements/msig-issues'

import type { Handler, HandlersOf } from '../http/context'
import { readPage } from '../http/paged-list'

/** The field of a position that identifies its issue (decision 31, report rows). */
const position = z.object({ issue_number: z.string() })

/** Only digits and hyphens, because engines order other characters differently. */
const AFTER_ALL = '9999-99-99'

/** An issue is a day of the gazette with at least one position. */
const issues: Handler<'msig.issues'> = async ({ query }, { db }) => {
  const { year } = query
  const range =
    year === undefined ? { from: '', before: AFTER_ALL } : { from: `${year}-01-01`, before: `${year + 1}-01-01` }
  const { rows, total, next_cursor } = await readPage(
    {
      read: ({ cursor, limit }) => {
        const before = cursor === undefined ? range.before : earlier(range.before, dayOf(cursor))
        return listIssues(db, { ...range, before }, limit)
      },
      count: () => countIssues(db, range),
      name: 'msig-issues',
      positionOf: ({ day }) => Number(day.replaceAll('-', '')),
    },
    query,
  )
  return { items: rows.map(toIssue), total, next_cursor }
}

const earlier = (a: string, b: string) => (a < b ? a : b)

/** `20261120` → `2026-11-20`. An invalid day is still a text that can be compared with days. */
function dayOf(cursor: number): string {
  const digits = String(cursor).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

/** Issues are identified by number and year: `224/2026` has the id `2026-224`. */
function toIssue({ day, positions, row }: IssueRow): MsigIssue {
  const { issue_number: number } = position.parse(JSON.parse(row))
  return { id: number.split('/').reverse().join('-'), number, published_on: day, positions }
}

export const msigHandlers: HandlersOf<'msig'> = { 'msig.issues': issues }
