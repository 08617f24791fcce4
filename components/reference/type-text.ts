import * as z from 'zod'

const shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
})
type Shape = z.infer<typeof shape>

/**
 * Describes a JSON schema briefly: `integer 1–1000 = 100`, `krz | msig`, `array of string (1–50)`, `string or null`.
 */
export function typeText(schema: unknown): string {
  const parsed = shape.safeParse(schema)
  if (!parsed.success) return 'any'
  const base = baseText(parsed.data)
  const fallback = parsed.data.default
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
  return isPlain ? `${base} = ${fallback}` : base
}

function baseText(input: Shape): string {
  if (input.enum) return input.enum.map(wordOf).join(' | ')
  if (input.const !== undefined) return wordOf(input.const)
  if (input.anyOf) return [...new Set(input.anyOf.map(typeText))].join(' or ')
  const types = [input.type ?? []].flat()
  if (types.length === 0) return 'any'
  return types.map((type) => nameOf(type, input)).join(' or ')
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function nameOf(type: string, input: Shape): string {
  switch (type) {
    case 'array':
      return `array of ${typeText(input.items)}${bounds(input.minItems, input.maxItems, ['(', ')'])}`
    case 'integer':
    case 'number':
      return `${type}${bounds(input.minimum, input.maximum, ['', ''])}`
    case 'string':
      return input.format ?? type
    default:
      return type
  }
}

function bounds(from: number | undefined, to: number | undefined, [open, close]: readonly [string, string]): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return ` ${open}≥ ${from}${close}`
  return ` ${open}${from === undefined ? '≤ ' : `${from}–`}${to}${close}`
}
