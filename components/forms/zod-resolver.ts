import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'

import { type Fault, faultOf } from './issue-fault'

/** The words for a fault of the field `name`, e.g. `date_from` or `items.0.label`. */
export type FaultText = (name: string, fault: Fault) => string

/**
 * The schema as the form's check, the first issue of each field in the reader's words. The ready-made resolver cannot do
 * that: zod asks its error map only for issues without words, and a refinement of the contract has the service's.
 */
export function zodFormResolver<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  textOf: FaultText,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const read = schema.safeParse(values, { reportInput: true })
    if (read.success) return { values: read.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of read.error.issues) {
      const name = issue.path.join('.')
      errors[name] ??= { type: issue.code, message: textOf(name, faultOf(issue)) }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
