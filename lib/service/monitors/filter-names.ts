import { namedLists } from '@/lib/contract/filters'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { findCompanyNames } from '@/lib/storage/registers/subject-names'

import type { Handler } from '../http/context'

type Named = (typeof namedLists)[number]

/** As many items as were asked for, in their order, each with its value as it was sent. */
export const nameFilterValues: Handler<'filters.names'> = async ({ body }, { db }) => {
  const names = new Map<Named, ReadonlyMap<string, string>>()
  for (const list of namedLists) {
    const values = body.values.flatMap((asked) => (asked.list === list ? (storedForm(list, asked.value) ?? []) : []))
    if (values.length > 0) names.set(list, await findCompanyNames(db, list, [...new Set(values)]))
  }
  const nameOf = (list: Named, value: string): string | null =>
    names.get(list)?.get(storedForm(list, value) ?? '') ?? null
  return { items: body.values.map(({ list, value }) => ({ list, value, name: nameOf(list, value) })) }
}

function storedForm(list: Named, value: string): string | undefined {
  const check = checkIdentifier(list, value)
  return check.ok ? check.value : undefined
}
