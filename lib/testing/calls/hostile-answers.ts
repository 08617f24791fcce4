import * as z from 'zod'

/** A valid PESEL, and the forms in which texts of answers contain it. */
export const HOSTILE_PESEL = '44051401359'
const SPELLINGS = [HOSTILE_PESEL, `Jan Kowalski ${HOSTILE_PESEL}`, '440514-01359', 'PESEL: 4405140 1359']

/** Whether the text contains the number in any notation; digits of longer numbers do not count. */
export const containsPesel = (text: string): boolean => /(?<!\d)4405140[\s-]?1359|440514[\s-]?01359(?!\d)/.test(text)

/** `everywhere`: ids, instants and enum values are personal numbers too, which no conforming service would answer. */
export type Hostility = 'everywhere' | 'in texts'

/**
 * An answer in the shape of an operation's schema, with a personal number in every text and as a field name of every
 * object. Numbers are 11, the size of a file that contains only a personal number.
 */
export function hostileAnswer(schema: z.core.$ZodType, hostility: Hostility): unknown {
  let spellingIndex = 0
  const text = (): string => SPELLINGS[(spellingIndex += 1) % SPELLINGS.length] ?? HOSTILE_PESEL
  const inner = (each: z.core.$ZodType): unknown => {
    if (each instanceof z.ZodObject) {
      const shape: Readonly<Record<string, z.core.$ZodType>> = each.shape
      const fields = Object.entries(shape).map(([key, field]) => [key, inner(field)])
      return {
        ...Object.fromEntries(fields),
        [HOSTILE_PESEL]: text(),
        [`of ${HOSTILE_PESEL}`]: [text()],
        extra: { a: text() },
      }
    }
    if (each instanceof z.ZodArray) return [inner(each.element), inner(each.element)]
    if (each instanceof z.ZodNullable || each instanceof z.ZodOptional || each instanceof z.ZodDefault) {
      return inner(each.unwrap())
    }
    if (each instanceof z.ZodNumber) return HOSTILE_PESEL.length
    if (each instanceof z.ZodBoolean) return true
    return hostility === 'everywhere' ? text() : (plainValue(each) ?? text())
  }
  return inner(schema)
}

/** A valid text for a fixed format; undefined if any text is allowed. */
function plainValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodGUID || schema instanceof z.ZodUUID) return '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11'
  if (schema instanceof z.ZodISODateTime) return '2026-11-19T10:00:00.000Z'
  if (schema instanceof z.ZodISODate) return '2026-11-19'
  return undefined
}
