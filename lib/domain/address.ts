import { type Day, parseDay } from './calendar'
import { holdsPersonalNumber } from './identifiers/personal-number'
import { isPersonalNumber } from './identifiers/personal-query'
import { tidyTags } from './tags/tags'

/** The query of a page as Next hands it to its component. */
export type PageSearch = Readonly<Record<string, string | readonly string[] | undefined>>

/** The same query in the form that the browser reads it in, so that one function reads both. */
export function toParams(search: PageSearch): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : (value ?? [])).map((each): [string, string] => [name, each]),
    ),
  )
}

export type AddressParams = Pick<URLSearchParams, 'get' | 'getAll'>

/** One part of a search in an address. What is no value of it reads as absent, and what is as usual is not written. */
export interface AddressField<V> {
  readonly read: (params: AddressParams, name: string) => V
  /** Each value under its name. */
  readonly write: (value: V, name: string) => readonly (readonly [name: string, value: string])[]
  /** Values that never stand in an address. */
  readonly hides?: ((text: string) => boolean) | undefined
}

type FieldsOf<S> = { readonly [K in keyof S]: AddressField<S[K]> }

/** How a page's search stands in its address: `write` gives `''` or `?…`. One constant per page. */
export interface Address<S> {
  readonly read: (params: AddressParams) => S
  readonly write: (search: S) => string
}
/** What an address holds. */
export type SearchOf<A> = A extends Address<infer S> ? S : never

/** An address of these fields, each under its own name. `settle` mends what contradicts itself. */
export function defineAddress<S extends object>(fields: FieldsOf<S>, settle = (search: S): S => search) {
  // Sound: every field reads and writes the values of its own name.
  const rows = Object.entries(fields) as [keyof S & string, AddressField<S[keyof S]>][]
  const read = (params: AddressParams): S =>
    settle(Object.fromEntries(rows.map(([name, field]) => [name, field.read(params, name)])) as S)
  const pairsOf = (search: S, [name, field]: (typeof rows)[number]) => field.write(search[name], name)
  return {
    fields,
    read,
    write: (search: S): string => {
      const settled = settle(search)
      const pairs = rows.flatMap((row) => pairsOf(settled, row).filter(([, value]) => row[1].hides?.(value) !== true))
      return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map((pair) => [...pair])).toString()}`
    },
    /** What an address says that says nothing. */
    none: read(new URLSearchParams()),
    /** Whether anything is not as usual, also what stands in no address. */
    narrows: (search: S): boolean => rows.some((row) => pairsOf(search, row).length > 0),
  }
}

/** The same field under another name in the address. */
export const as = <V>(name: string, field: AddressField<V>): AddressField<V> => ({
  ...field,
  read: (params) => field.read(params, name),
  write: (value) => field.write(value, name),
})

/** A field of one text: `write` gives '' for what is as usual. */
export const single = <V>(read: (text: string) => V, write: (value: V) => string): AddressField<V> => ({
  read: (params, name) => read(params.get(name) ?? ''),
  write: (value, name) => {
    const text = write(value)
    return text === '' ? [] : [[name, text]]
  },
})

const several = <V extends string>(read: (texts: readonly string[]) => readonly V[]): AddressField<readonly V[]> => ({
  read: (params, name) => read(params.getAll(name)),
  write: (values, name) => values.map((value) => [name, value] as const),
})

export const day: AddressField<Day | null> = single(parseDay, (value) => value ?? '')

/** What was typed, on one line; of fewer than `min` characters it says nothing yet. */
export function text(min = 1, { max = 200, hides = isPersonalNumber } = {}): AddressField<string> {
  const tidy = (typed: string) => {
    const line = typed.replaceAll(/\s+/g, ' ').trim().slice(0, max)
    return line.length < min ? '' : line
  }
  return { ...single(tidy, tidy), hides }
}

const ANY = /^.{1,200}$/
/** A text that a machine gave. */
export const key = (pattern = ANY): AddressField<string | undefined> =>
  single(
    (value) => (pattern.test(value) ? value : undefined),
    (value) => value ?? '',
  )

/** The id of a row of the panel. */
export const id = key(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i)

export const number = (min: number, max: number): AddressField<number | undefined> =>
  single(
    (value) => {
      const read = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
      return read >= min && read <= max ? read : undefined
    },
    (value) => value?.toString() ?? '',
  )

export const flag: AddressField<boolean> = single(
  (value) => value === '1',
  (value) => (value ? '1' : ''),
)

/** One of these, or none. */
export const one = <const V extends string>(values: readonly V[]): AddressField<V | undefined> =>
  single(
    (value) => values.find((each) => each === value),
    (value) => value ?? '',
  )

/** One of these; one of them is usual. */
export const oneOf = <const V extends string | number>(values: readonly V[], usual: V): AddressField<V> =>
  single(
    (value) => values.find((each) => String(each) === value) ?? usual,
    (value) => (value === usual ? '' : String(value)),
  )

/** Any of these, each once. */
export const many = <const V extends string>(values: readonly V[]): AddressField<readonly V[]> =>
  several((texts) => [...new Set(texts)].flatMap((text) => values.find((each) => each === text) ?? []))

export const tags = (max = Infinity): AddressField<readonly string[]> => ({
  ...several((texts) => tidyTags(texts).slice(0, max)),
  hides: holdsPersonalNumber,
})

interface Days {
  readonly from: Day | null
  readonly to: Day | null
}

/** Days that end before they begin are none. */
export const inOrder = <S extends Days>(search: S): S =>
  search.from !== null && search.to !== null && search.from > search.to ? { ...search, from: null, to: null } : search
