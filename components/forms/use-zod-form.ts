'use client'

import { toNestErrors } from '@hookform/resolvers'
import { type DefaultValues, type FieldValues, useForm, type FieldError, type Resolver } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ZodType } from 'zod'

import { type Fault, toFault } from './issue-fault'

interface FormOptions<Input extends FieldValues, Output> {
  readonly schema: ZodType<Output, Input>
  readonly defaultValues: DefaultValues<Input>
  readonly words?: FieldWords
}

/** react-hook-form with the contract's schema: checks on submit, then on each change. Sends what the schema made of it. */
export function useZodForm<Input extends FieldValues, Output>(options: FormOptions<Input, Output>) {
  const { schema, defaultValues, words = {} } = options
  const textOf = useFaultText(words)
  return useForm<Input, unknown, Output>({
    resolver: zodFormResolver(schema, textOf),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
}

/** A form's own words, by the field's name; what it leaves out is said in common words. */
type FieldWords = Readonly<Record<string, Partial<Readonly<Record<Fault['kind'], string>>>>>

function useFaultText(words: FieldWords): FaultText {
  const t = useTranslations('common.field')
  return (name, fault) => {
    const own = words[name]?.[fault.kind]
    if (own !== undefined) return own
    if (fault.kind === 'tooLong') return t('tooLong', { max: fault.max })
    return t(fault.kind === 'required' ? 'required' : 'invalid')
  }
}

/** The words for a fault of the field `name`, e.g. `date_from` or `items.0.label`. */
type FaultText = (name: string, fault: Fault) => string

/**
 * The schema as the form's check, the first issue of each field in the reader's words. The ready-made resolver cannot do
 * that: zod asks its error map only for issues without words, and a refinement of the contract has the service's.
 */
function zodFormResolver<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  textOf: FaultText,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const read = schema.safeParse(values, { reportInput: true })
    if (read.success) return { values: read.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of read.error.issues) {
      const name = issue.path.join('.')
      errors[name] ??= { type: issue.code, message: textOf(name, toFault(issue)) }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
