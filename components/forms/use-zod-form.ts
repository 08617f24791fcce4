'use client'

import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { ZodType } from 'zod'

import { type FieldWords, useFaultText } from './use-fault-text'
import { zodFormResolver } from './zod-resolver'

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
