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
])('the key name %j has the faults %j', (name, faults) => {
  expect(faultsOf(createKeyBody, { name })).toEqual(faults)
})

it('distinguishes a missing date, a malformed date and a rule of the whole value', () => {
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
