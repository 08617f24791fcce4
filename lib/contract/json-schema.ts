import * as z from 'zod'

import { shownSchemas } from './values'

export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The OpenAPI 3.1 schema (JSON Schema 2020-12) of what a caller sends (`input`) or gets (`output`). Objects stay open,
 * because clients must accept fields that are added later. Checks across fields are left out, because JSON Schema
 * cannot express them. Schemas that accept more than a caller should send are replaced according to `shownSchemas`.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = shownSchemas.get(zodSchema)?.as
      if (shown instanceof z.ZodType) Object.assign(jsonSchema, toJsonSchema(shown, io))
      delete jsonSchema.additionalProperties
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // `format` is enough; a pattern with all leap years does not help readers.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return json
}
