import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { findCompany } from '@/lib/storage/registers/companies'
import { countFoundSubjects, searchSubjects } from '@/lib/storage/registers/subject-search'

import type { Context, Handler, HandlersOf } from '../http/context'
import { toSearchText } from '../http/list-query'
import { readPage } from '../http/paged-list'

/** Interface 4.13, decision 28j: basic search, no pool. Persons are never found, neither by name nor by number. */
const list: Handler<'search.list'> = async ({ query }, { db }) => {
  const search = { text: toSearchText(query.q), ids: await findByNumber(db, query.q) }
  const { rows, total, next_cursor } = await readPage(
    {
      read: (page) => searchSubjects(db, search, { after: page.cursor, limit: page.limit }),
      count: () => countFoundSubjects(db, search),
      name: 'search',
      positionOf: (row) => row.position,
    },
    query,
  )
  return { items: rows.map(({ position: _position, ...hit }) => hit), total, next_cursor }
}

/** A number is compared whole, and as every kind that it can be: ten digits are a KRS number or a NIP. */
async function findByNumber(db: Context['db'], q: string): Promise<string[]> {
  const ids: string[] = []
  for (const column of ['krs', 'nip', 'regon'] as const) {
    const checked = checkIdentifier(column, q)
    const company = checked.ok ? await findCompany(db, { column, value: checked.value }) : undefined
    if (company) ids.push(company.id)
  }
  return ids
}

export const searchHandlers: HandlersOf<'search'> = { 'search.list': list }
