import type { UseFormReturn } from 'react-hook-form'
import { expect, it } from 'vitest'

import { ApiError, type FieldError } from '@/lib/domain/api-error'

import { applyServerErrors } from './apply-server-errors'

const values = { name: 'a', content: { krs: ['1', '2'], nip: [] } }

function apply(error: unknown) {
  const shown: [string, string | undefined, boolean][] = []
  const form = {
    getValues: () => values,
    setError: (name: string, { message }: { message?: string }, options?: { shouldFocus?: boolean }) => {
      shown.push([name, message, options?.shouldFocus === true])
    },
  }
  applyServerErrors(form as unknown as UseFormReturn<typeof values>, error)
  return shown
}

function refusal(fields: FieldError[]) {
  return new ApiError('Invalid request', { status: 422, code: 'invalid', fields })
}

it('shows each detail at its field and focuses the first', () => {
  const shown = apply(
    refusal([
      { path: ['name'], message: 'too long', type: 'string_too_long' },
      { path: ['content', 'krs', 1], message: 'checksum', type: 'value_error' },
    ]),
  )
  expect(shown).toEqual([
    ['name', 'too long', true],
    ['content.krs.1', 'checksum', false],
  ])
})

it('falls back to the deepest field that the form has', () => {
  expect(apply(refusal([{ path: ['content', 'krs', 7, 'x'], message: 'm', type: 't' }]))).toEqual([
    ['content.krs', 'm', true],
  ])
})

it('shows a detail without a field as the error of the form', () => {
  expect(apply(refusal([{ path: ['secret'], message: 'forbidden field', type: 't' }]))).toEqual([
    ['root.server', 'forbidden field', false],
  ])
  expect(apply(refusal([{ path: [], message: 'empty body', type: 't' }]))).toEqual([
    ['root.server', 'empty body', false],
  ])
})

it('shows any other failure as the error of the form', () => {
  expect(apply(new ApiError('Limit reached', { status: 409, code: 'monitor_limit' }))).toEqual([
    ['root.server', 'Limit reached', false],
  ])
  expect(apply('nonsense')).toEqual([['root.server', '', false]])
})
