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

/**
 * react-hook-form with the contract's schema: validates on submit, then on each change, and submits the parsed values.
 */
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

/** Texts of a form by the field's name; common texts are used for the rest. */
type FieldWords = Readonly<Record<string, Partial<Readonly<Record<Fault['kind'], string>>>>>

function useFaultText(words: FieldWords): FaultText {
  const t = useTranslations('common.field')
  return (name, fault) => {
    const ownText = words[name]?.[fault.kind]
    if (ownText !== undefined) return ownText
    if (fault.kind === 'tooLong') return t('tooLong', { max: fault.max })
    return t(fault.kind === 'required' ? 'required' : 'invalid')
  }
}

/** Formats the fault of the field `name`, for example `date_from` or `items.0.label`. */
type FaultText = (name: string, fault: Fault) => string

/**
 * Uses the schema as the form's validation, with the first issue of each field in the user's language. The standard
 * resolver cannot do that: zod applies its error map only to issues without a message, and refinements of the contract
 * have one.
 */
function zodFormResolver<Input extends FieldValues, Output>(
  schema: ZodType<Output, Input>,
  textOf: FaultText,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(values, { reportInput: true })
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.')
      errors[name] ??= { type: issue.code, message: textOf(name, toFault(issue)) }
    }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
