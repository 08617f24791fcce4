import type { FilterListName } from '@/lib/domain/filter-lists'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { ListFaults } from '../draft/filter-draft'
import type { NameOf } from './names'

export const listOrders = ['attention', 'added', 'value', 'name'] as const
/** `attention`: invalid values first, then those added since the last save, then the others. */
export type ListOrder = (typeof listOrders)[number]

interface OrderOptions {
  readonly order: ListOrder
  readonly saved: ReadonlySet<string>
  readonly faults: ListFaults
  readonly nameOf: NameOf
  readonly locale: string
}

/** The part of a value that can be displayed and searched; for a sealed value its mask. */
export const readableText = (value: string): string => readSealed(value)?.shown ?? value

const rankOf = (value: string, { saved, faults }: OrderOptions) => (faults.has(value) ? 0 : saved.has(value) ? 2 : 1)

function byName(values: readonly string[], { nameOf, locale }: OrderOptions): readonly string[] {
  const { compare } = new Intl.Collator(locale)
  // Values without a name come last, in the order in which they were added.
  const namedValues = values.map((value) => [nameOf(value) ?? '', value] as const)
  return namedValues
    .toSorted(([a], [b]) => (a === '' || b === '' ? Number(a === '') - Number(b === '') : compare(a, b)))
    .map(([, value]) => value)
}

function byValue(values: readonly string[], { locale }: OrderOptions): readonly string[] {
  if (values.every((value) => /^[\d-]*$/.test(value))) return values.toSorted()
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return values.toSorted((a, b) => compare(readableText(a), readableText(b)))
}

/** Returns the values in display order; the list itself is not reordered. */
export function orderValues(values: readonly string[], options: OrderOptions): readonly string[] {
  switch (options.order) {
    case 'added':
      return values
    case 'value':
      return byValue(values, options)
    case 'name':
      return byName(values, options)
    case 'attention': {
      const ranks = [0, 1, 2].map((rank) => values.filter((value) => rankOf(value, options) === rank))
      return ranks.flat()
    }
  }
}

interface FindOptions {
  readonly list: FilterListName
  readonly nameOf: NameOf
}

/** Finds values that contain the digits, with or without dashes, or the words; words match names as well. */
export function findValues(values: readonly string[], text: string, { list, nameOf }: FindOptions): readonly string[] {
  const words = searchWords(text)
  if (words.length === 0) return values
  const isNumber = list !== 'name' && /^[\d\s-]+$/.test(text.trim())
  const digits = isNumber ? text.replaceAll(/[\s-]/g, '') : ''
  const matches = (value: string) => {
    if (digits !== '' && value.includes(digits)) return true
    return includesWords(foldText(`${readableText(value)} ${nameOf(value) ?? ''}`), words)
  }
  return values.filter(matches)
}
