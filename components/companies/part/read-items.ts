import * as z from 'zod'

import { lenient, type Lenient } from '@/lib/client/lenient'
import type { CompanyAnswer } from '@/lib/features/companies/contract'

export type PartPage = CompanyAnswer['pages'][number]
/** The pages of a part, as they were paid for. */
export type PartPages = readonly PartPage[]
type Pages = readonly Pick<PartPage, 'answer'>[]

const list = lenient(z.object({ items: z.array(z.unknown()) }))
const listed = z.looseObject({ items: z.array(z.unknown()) })

/**
 * Items of all pages, in the order in which they came, and how many could not be read at all. Each for itself: one in a shape that the
 * panel does not know takes none of the others with it.
 */
export function readItems<S extends z.ZodType>(pages: Pages, item: S) {
  const read = lenient(item)
  const values = pages.map(({ answer }) => listed.safeParse(list.safeParse(answer).data).data?.items)
  const parsed = values.flatMap((items) => (items ?? []).map((each) => read.safeParse(withIds(each))))
  return {
    // Sound: parsed with the lenient form of the item's own schema.
    items: parsed.flatMap(({ success, data }) => (success ? [data as ReadItem<S>] : [])),
    unread: parsed.filter(({ success }) => !success).length + values.filter((items) => items === undefined).length,
  }
}

export type ReadItem<S extends z.ZodType> = { readonly id: string } & OrNull<Lenient<z.infer<S>>>
/** A field that may be missing may be null as well. */
type OrNull<T> = { readonly [Field in Exclude<keyof T, 'id'>]?: T[Field] | null }

/** Nothing here is asked for by the id of what stands in an answer, so that what lacks one can be shown. */
export function withIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIds)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withIds(field)] as const)
  return { id: '', ...Object.fromEntries(fields) }
}

const total = z.looseObject({ total: z.number().int().nonnegative() })

/** How many there are in all, as the newest page says; undefined where it does not. */
export const totalOfPages = (pages: Pages): number | undefined => total.safeParse(pages.at(-1)?.answer).data?.total
