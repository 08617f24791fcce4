import * as z from 'zod'

import { lenient, type Lenient } from '@/lib/client/lenient'
import type { CompanyAnswer } from '@/lib/features/companies/contract'

export type PartPage = CompanyAnswer['pages'][number]
export type PartPages = readonly PartPage[]
type Pages = readonly Pick<PartPage, 'answer'>[]

const lenientList = lenient(z.object({ items: z.array(z.unknown()) }))
const listSchema = z.looseObject({ items: z.array(z.unknown()) })

/**
 * Reads the items of all pages in order, and counts those that could not be read. Items are parsed one by one, so that
 * one in an unknown format does not affect the others.
 */
export function readItems<S extends z.ZodType>(pages: Pages, item: S) {
  const read = lenient(item)
  const values = pages.map(({ answer }) => listSchema.safeParse(lenientList.safeParse(answer).data).data?.items)
  const parsed = values.flatMap((items) => (items ?? []).map((each) => read.safeParse(withIds(each))))
  return {
    // Safe: parsed with the lenient form of the item's schema.
    items: parsed.flatMap(({ success, data }) => (success ? [data as ReadItem<S>] : [])),
    unread: parsed.filter(({ success }) => !success).length + values.filter((items) => items === undefined).length,
  }
}

export type ReadItem<S extends z.ZodType> = { readonly id: string } & OrNull<Lenient<z.infer<S>>>
/** A field that may be missing may also be null. */
type OrNull<T> = { readonly [Field in Exclude<keyof T, 'id'>]?: T[Field] | null }

/** No request uses the id of such an item, so items without one can be shown. */
export function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)] as const)
  return { id: '', ...Object.fromEntries(fields) }
}

const total = z.looseObject({ total: z.number().int().nonnegative() })

/** Returns the total count from the newest page; undefined if it has none. */
export const totalOfPages = (pages: Pages): number | undefined => total.safeParse(pages.at(-1)?.answer).data?.total
