import * as z from 'zod'

import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { registerRow } from '@/lib/domain/registers/register-rows'
import { toStoredText } from '@/lib/features/spend-cap/stored-answer'
import { HttpError } from '@/lib/http/errors'

import { type ListQuery, operationOfList, type RegisterList } from './contract'

export type NormalisedListQuery = {
  readonly list: RegisterList
  readonly operation: ReturnType<typeof operationOfList>
  readonly query: Readonly<Record<string, string | number>>
  /** The normalised query, for comparison. */
  readonly key: string
  readonly text: string
}

/**
 * Normalises a query for requesting and storing: only fields of the list, a NIP without dashes. Throws 422 for a search
 * by a personal number.
 */
export function normaliseListQuery(list: RegisterList, input: ListQuery): NormalisedListQuery {
  const query: Record<string, string | number> = {}
  for (const field of list === 'sections' ? [] : registerRow(list).narrowedBy) {
    const value = field === 'q' ? input.q?.replaceAll(/\s+/g, ' ') : input[field]
    if (value !== undefined) query[field] = value
  }
  if (typeof query['q'] === 'string' && isPersonalNumber(query['q']))
    throw new HttpError('invalid', 'These registers are not searched by a PESEL number')
  const nip = typeof query['nip'] === 'string' ? checkIdentifier('nip', query['nip']) : undefined
  if (nip?.ok === true) query['nip'] = nip.value
  const text = JSON.stringify(query)
  return { list, operation: operationOfList(list), query, key: toStoredText(query).sha256, text }
}

const envelope = z.looseObject({
  items: z.array(z.unknown()).optional(),
  sections: z.array(z.unknown()).optional(),
  results: z.array(z.unknown()).optional(),
  data: z.array(z.unknown()).optional(),
})
const withTotal = z.looseObject({ total: z.number().int().min(0) })

/**
 * The rows of an answer; a remote service may return a bare list, or name it differently. Undefined if there is no
 * list.
 */
export function listedRows(answer: unknown): readonly unknown[] | undefined {
  const plainList = z.array(z.unknown()).safeParse(answer).data
  const { items, sections, results, data } = envelope.safeParse(answer).data ?? {}
  return plainList ?? items ?? sections ?? results ?? data
}

export const listedTotal = (answer: unknown): number | null => withTotal.safeParse(answer).data?.total ?? null
