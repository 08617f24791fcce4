import type * as z from 'zod'

const instead = new WeakMap<z.core.$ZodType, z.ZodType>()

/** `schema` itself, which the description shows as `as`: for what accepts more than a caller should send. */
export function describedAs<S extends z.ZodType>(schema: S, as: z.ZodType): S {
  instead.set(schema, as)
  return schema
}

export const descriptionOf = (schema: z.core.$ZodType): z.ZodType | undefined => instead.get(schema)
