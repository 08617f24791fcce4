import { readCompanyQuery } from '@/lib/domain/companies/company-name'
import { isNumberAlone, readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { findCompany } from '@/lib/service/registers/statements/companies'
import { type SearchPosition, searchSubjects } from '@/lib/service/registers/statements/subject-search'

import type { Context, Handler, HandlersOf } from '../http/context'
import { formatTextCursor, notACursor, parseTextCursor } from '../http/cursor'
import { toSearchText } from '../http/list-query'

const LIST = 'search'

/**
 * Interface section 4.13 and decision 28j (basic search): free of charge. Persons are never found, neither by name nor
 * by number.
 */
const list: Handler<'search.list'> = async ({ query: { q, limit, cursor } }, { db }) => {
  toSearchText(q)
  const after = parsePosition(cursor)
  const ids = await findByNumber(db, q)
  const nameQuery = isNumberAlone(q) ? undefined : readCompanyQuery(q)
  const search = { query: nameQuery?.typed === '' ? undefined : nameQuery, ids }
  const { rows, total } = await searchSubjects(db, search, { after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ stage: _stage, place: _place, ...hit }) => hit),
    total,
    next_cursor: rows.length > limit && last ? formatTextCursor(LIST, formatPosition(last)) : null,
  }
}

const formatPosition = ({ stage, place }: SearchPosition): string => `${stage}.${place}`

function parsePosition(cursor: string | undefined): SearchPosition | undefined {
  const text = parseTextCursor(LIST, cursor)
  if (text === undefined) return undefined
  const [stage, place] = /^(\d{1,2})\.(\d{1,15})$/.exec(text)?.slice(1).map(Number) ?? []
  if (stage === undefined || place === undefined) throw notACursor()
  return { stage, place }
}

/** A number is compared as a whole with each type that it may be: ten digits are a KRS number or a NIP. */
async function findByNumber(db: Context['db'], q: string): Promise<string[]> {
  const found = await Promise.all(
    readCompanyNumbers(q).flatMap(({ kind, value }) =>
      kind === 'subject_id' ? [] : [findCompany(db, { column: kind, value })],
    ),
  )
  return [...new Set(found.flatMap((company) => company?.id ?? []))]
}

export const searchHandlers: HandlersOf<'search'> = { 'search.list': list }
