import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

import { isApiError } from '@/lib/domain/api-error'

/**
 * Builds the name that react-hook-form gives to a path of the body: `items.0.label`.
 * Safe: a name without a field is never used as a field (`hasField` below).
 */
function toName<Values extends FieldValues>(path: readonly (string | number)[]): Path<Values> {
  return path.join('.') as Path<Values>
}

function hasField(values: unknown, path: readonly (string | number)[]): boolean {
  let node: unknown = values
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !(key in node)) return false
    node = (node as Readonly<Record<string | number, unknown>>)[key]
  }
  return path.length > 0
}

/**
 * Shows a refusal by the service: every 422 detail at its field (the deepest one that the form has), the rest and any
 * other failure as the form's own error. The inputs remain. `words` are the user's texts by the type of the detail.
 */
export function applyServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  words: Readonly<Record<string, string>> = {},
): void {
  const values: unknown = form.getValues()
  const fields = isApiError(error) ? error.fields : []
  const fieldMessages = fields.map(({ path, message: serverMessage, type }) => {
    const message = words[type] ?? serverMessage
    const depth = path.map((_, index) => path.length - index).find((length) => hasField(values, path.slice(0, length)))
    return { path: path.slice(0, depth ?? 0), message }
  })
  const shownAtField = fieldMessages.filter(({ path }) => path.length > 0)
  for (const [index, { path, message }] of shownAtField.entries()) {
    form.setError(toName<Values>(path), { type: 'server', message }, { shouldFocus: index === 0 })
  }
  if (shownAtField.length > 0 && shownAtField.length === fieldMessages.length) return
  const message =
    fieldMessages.find(({ path }) => path.length === 0)?.message ?? (error instanceof Error ? error.message : '')
  form.setError('root.server', { type: 'server', message })
}
