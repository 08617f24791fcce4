import { expect, it } from 'vitest'
import * as z from 'zod'

import { createKeyBody } from '@/lib/contract/keys'

import { toFault } from './issue-fault'

const faultsOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { reportInput: true }).error?.issues.map(toFault) ?? []

it.each([
  ['', [{ kind: 'required' }]],
  [' \t', [{ kind: 'required' }]],
  ['x', []],
  ['ą'.repeat(80), []],
  [`  ${'x'.repeat(80)}  `, []],
  ['x'.repeat(81), [{ kind: 'tooLong', max: 80 }]],
  ['a\u0000b', [{ kind: 'invalid' }]],
])('the name %j of a key has the faults %j', (name, faults) => {
  expect(faultsOf(createKeyBody, { name })).toEqual(faults)
})

it('tells a missing date from a malformed one, and a rule of the whole from both', () => {
  expect(faultsOf(z.iso.date(), '')).toEqual([{ kind: 'required' }])
  expect(faultsOf(z.iso.date(), undefined)).toEqual([{ kind: 'required' }])
  expect(faultsOf(z.iso.date(), '2026-02-30')).toEqual([{ kind: 'invalid' }])
  expect(
    faultsOf(
      z.string().refine(() => false),
      '',
    ),
  ).toEqual([{ kind: 'rule' }])
  expect(faultsOf(z.number().max(3), 4)).toEqual([{ kind: 'invalid' }])
})
