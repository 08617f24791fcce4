import { type Day, parseDay } from './calendar'
import { holdsPersonalNumber } from './identifiers/personal-number'
import { isPersonalNumber } from './identifiers/personal-query'
import { tidyTags } from './tags/tags'

/** The query of a page in the form that Next passes to its component. */
export type PageSearch = Readonly<Record<string, string | readonly string[] | undefined>>

/** The same query as URLSearchParams, so that one function reads both. */
export function toParams(search: PageSearch): URLSearchParams {
  return new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) =>
      (typeof value === 'string' ? [value] : (value ?? [])).map((each): [string, string] => [name, each]),
    ),
  )
}

export type AddressParams = Pick<URLSearchParams, 'get' | 'getAll'>

/** One field of a search in an address. An invalid value reads as absent, and the default is not written. */
export interface AddressField<V> {
  readonly read: (params: AddressParams, name: string) => V
  /** Pairs of parameter name and value. */
  readonly write: (value: V, name: string) => readonly (readonly [name: string, value: string])[]
  /** Values that are never written to an address. */
  readonly hides?: ((text: string) => boolean) | undefined
}

type FieldsOf<S> = { readonly [K in keyof S]: AddressField<S[K]> }

/** Converts a page's search from and to its address: `write` returns `''` or `?…`. One constant per page. */
export interface Address<S> {
  readonly read: (params: AddressParams) => S
  readonly write: (search: S) => string
}
export type SearchOf<A> = A extends Address<infer S> ? S : never

/** Defines an address of these fields, each under its own name. `settle` resolves contradictions between fields. */
export function defineAddress<S extends object>(fields: FieldsOf<S>, settle = (search: S): S => search) {
  // Safe: every field reads and writes the values of its own name.
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
    none: read(new URLSearchParams()),
    /** Whether any field differs from its default, including fields that are never written. */
    narrows: (search: S): boolean => rows.some((row) => pairsOf(search, row).length > 0),
  }
}

export const underName = <V>(name: string, field: AddressField<V>): AddressField<V> => ({
  ...field,
  read: (params) => field.read(params, name),
  write: (value) => field.write(value, name),
})

/** A field with a single text value: `write` returns '' for the default. */
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

/** Typed text, reduced to one line; fewer than `min` characters count as empty. */
export function text(min = 1, { max = 200, hides = isPersonalNumber } = {}): AddressField<string> {
  const tidy = (typed: string) => {
    const line = typed.replaceAll(/\s+/g, ' ').trim().slice(0, max)
    return line.length < min ? '' : line
  }
  return { ...single(tidy, tidy), hides }
}

const ANY = /^.{1,200}$/
/** A generated text, such as an id. */
export const key = (pattern = ANY): AddressField<string | undefined> =>
  single(
    (value) => (pattern.test(value) ? value : undefined),
    (value) => value ?? '',
  )

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

/** One of these values, or undefined. */
export const optionalOneOf = <const V extends string>(values: readonly V[]): AddressField<V | undefined> =>
  single(
    (value) => values.find((each) => each === value),
    (value) => value ?? '',
  )

/** One of these values, with a default. */
export const oneOf = <const V extends string | number>(values: readonly V[], fallback: V): AddressField<V> =>
  single(
    (value) => values.find((each) => String(each) === value) ?? fallback,
    (value) => (value === fallback ? '' : String(value)),
  )

/** Any of these values, without repetitions. */
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

/** A range that ends before it begins is ignored. */
export const inOrder = <S extends Days>(search: S): S =>
  search.from !== null && search.to !== null && search.from > search.to ? { ...search, from: null, to: null } : search
