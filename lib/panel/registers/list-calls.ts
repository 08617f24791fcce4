import * as z from 'zod'

import { type ListQuery, REGISTER_LISTS, type RegisterList } from '@/lib/contract/panel/registers/registers'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { HttpError } from '@/lib/http/errors'

import { toKeptText } from '../spend/kept-page'

type Field = keyof ListQuery

/** What each list is narrowed by, in the order in which a query is written down. */
const fields: { readonly [L in RegisterList]: readonly Field[] } = {
  knf: ['q', 'section'],
  sections: [],
  uokik: ['q', 'date_from', 'date_to'],
  clauses: ['q', 'date_from', 'date_to'],
  sudop: ['q', 'nip', 'date_from', 'date_to'],
}

export type NarrowedList = {
  readonly list: RegisterList
  readonly operation: (typeof REGISTER_LISTS)[RegisterList]
  readonly query: Readonly<Record<string, string | number>>
  /** What is asked for, compared. */
  readonly key: string
  readonly text: string
}

/** A query as it is asked and kept: only what the list knows, a NIP without its dashes. Throws 422 for a search by a personal number. */
export function narrowList(list: RegisterList, given: ListQuery): NarrowedList {
  const query: Record<string, string | number> = {}
  for (const field of fields[list]) {
    const value = field === 'q' ? given.q?.replaceAll(/\s+/g, ' ') : given[field]
    if (value !== undefined) query[field] = value
  }
  if (typeof query['q'] === 'string' && isPersonalNumber(query['q']))
    throw new HttpError('invalid', 'These registers are not searched by a PESEL number')
  const nip = typeof query['nip'] === 'string' ? checkIdentifier('nip', query['nip']) : undefined
  if (nip?.ok === true) query['nip'] = nip.value
  const text = JSON.stringify(query)
  return { list, operation: REGISTER_LISTS[list], query, key: toKeptText(query).sha256, text }
}

const envelope = z.looseObject({
  items: z.array(z.unknown()).optional(),
  sections: z.array(z.unknown()).optional(),
  results: z.array(z.unknown()).optional(),
  data: z.array(z.unknown()).optional(),
})
const withTotal = z.looseObject({ total: z.number().int().min(0) })

/** The rows of an answer; a remote service may give a bare list, or name it otherwise. Undefined: there is no list in it. */
export function listedRows(answer: unknown): readonly unknown[] | undefined {
  const bare = z.array(z.unknown()).safeParse(answer).data
  const { items, sections, results, data } = envelope.safeParse(answer).data ?? {}
  return bare ?? items ?? sections ?? results ?? data
}

export const listedTotal = (answer: unknown): number | null => withTotal.safeParse(answer).data?.total ?? null
