import type * as z from 'zod'

/** What is wrong with a field, in terms that every form has words for. `rule`: a refinement of the schema. */
export type Fault =
  | { readonly kind: 'required' | 'invalid' | 'rule' }
  | { readonly kind: 'tooLong'; readonly max: number }

/** One issue of zod by its code. The issue must carry its input (`reportInput`): an empty date is missing, not malformed. */
export function toFault(issue: z.core.$ZodIssue): Fault {
  if (issue.code === 'custom') return { kind: 'rule' }
  if (issue.input === undefined || issue.input === '') return { kind: 'required' }
  if (issue.code === 'too_big' && issue.origin === 'string') return { kind: 'tooLong', max: Number(issue.maximum) }
  return { kind: 'invalid' }
}
