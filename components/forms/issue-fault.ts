import type * as z from 'zod'

/** What is wrong with a field, in kinds that every form has texts for. `rule` is a refinement of the schema. */
export type Fault =
  | { readonly kind: 'required' | 'invalid' | 'rule' }
  | { readonly kind: 'tooLong'; readonly max: number }

/**
 * Maps an issue of zod by its code. The issue must contain its input (`reportInput`), because an empty date is missing
 * rather than malformed.
 */
export function toFault(issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'custom') return { kind: 'rule' }
  if (issue.input === undefined || issue.input === '') return { kind: 'required' }
  if (issue.code === 'too_big' && issue.origin === 'string') return { kind: 'tooLong', max: Number(issue.maximum) }
  return { kind: 'invalid' }
}
