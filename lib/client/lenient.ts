import * as z from 'zod'

/**
 * How the panel reads answers (decisions, second rule): a remote service may decide differently, so unknown fields
 * stay, a missing field is undefined, an unknown enum value is passed on, and a list may be bare or under `items`,
 * `results` or `data`. Only essential fields stay required.
 */
const ESSENTIAL = ['id', 'items'] as const
type Essential = (typeof ESSENTIAL)[number]

type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T
export type Lenient<T> = T extends Response | undefined | null
  ? T
  : T extends readonly (infer Item)[]
    ? Lenient<Item>[]
    : T extends object
      ? { [K in keyof T as K extends Essential ? K : never]: Lenient<T[K]> } & {
          [K in keyof T as K extends Essential ? never : K]?: Lenient<T[K]> | undefined
        }
      : Widened<T>

const derived = new WeakMap<z.core.$ZodType, z.ZodType>()

/** The lenient form of a contract schema, derived once per schema. */
export function lenient(schema: z.core.$ZodType): z.ZodType {
  const cached = derived.get(schema)
  if (cached) return cached
  const lenientSchema = derive(schema)
  derived.set(schema, lenientSchema)
  return lenientSchema
}

function derive(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return lenientObject(schema)
  if (schema instanceof z.ZodArray) return z.preprocess(unwrapList, z.array(lenient(schema.element)))
  if (schema instanceof z.ZodNullable) return lenient(schema.unwrap()).nullable()
  if (schema instanceof z.ZodOptional) return lenient(schema.unwrap()).nullish()
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return z.string()
  if (schema instanceof z.ZodNumber) return z.number()
  if (schema instanceof z.ZodBoolean) return z.boolean()
  return z.any()
}

function lenientObject(schema: z.ZodObject): z.ZodType {
  const shape = Object.fromEntries(
    Object.entries(shapeOf(schema)).map(([key, field]) => {
      const read = lenient(field)
      return [key, isEssential(key) ? read : read.nullish()]
    }),
  )
  const object = z.looseObject(shape)
  return 'items' in schema.shape ? z.preprocess(wrapList, object) : object
}

/** Zod types the shape of an unknown object as `any`; it contains schemas. */
const shapeOf = (schema: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> => schema.shape

const isEssential = (key: string): boolean => ESSENTIAL.some((essential) => essential === key)
const listKeys = ['items', 'results', 'data'] as const

function listIn(value: unknown): unknown[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record: Record<string, unknown> = { ...value }
  return listKeys.map((key) => record[key]).find((list) => Array.isArray(list))
}

/** Accepts a list in an envelope where a bare one is expected. */
const unwrapList = (value: unknown): unknown => (Array.isArray(value) ? value : (listIn(value) ?? value))

/** Accepts a bare list, or one under another name, where `items` is expected. */
function wrapList(value: unknown): unknown {
  if (Array.isArray(value)) return { items: value }
  const list = listIn(value)
  return list && typeof value === 'object' && value !== null ? { ...value, items: list } : value
}
