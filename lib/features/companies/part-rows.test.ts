import { expect, it } from 'vitest'

import { monitoringReaders } from '@/lib/contract/operation'
import { operationOf } from '@/lib/contract/table'
import { pagedLists } from '@/lib/domain/registers/register-rows'
import { roles } from '@/lib/domain/roles'

import { companyPartRows, companyParts, mayReadPart, mentionParts, pageOfPart } from './domain/part-rows'

it('marks the parts that are charged by item', () => {
  for (const part of companyParts) {
    const { cost } = operationOf(companyPartRows[part].operation)
    expect([part, pageOfPart(part) > 1]).toEqual([part, cost?.by === 'item'])
  }
})

it('requests pages of 25 to 100 items', () => {
  const sizes = companyParts.map((part) => [part, pageOfPart(part)] as const).filter(([, size]) => size > 1)
  expect(Object.fromEntries(sizes)).toEqual({
    changes: 100,
    krz: 50,
    msig: 50,
    knf: 25,
    uokik: 25,
    clauses: 25,
    sudop: 50,
    tenders: 25,
  })
})

it('shows every list among the mentions', () => {
  expect(mentionParts).toEqual([...pagedLists, 'tenders'])
})

it('allows the same roles as the operation of the part', () => {
  for (const part of companyParts) {
    const operation = companyPartRows[part].operation
    // Announcements are masked before they are stored, unlike in their stream.
    const allowed = operation === 'stream.announcements' ? monitoringReaders : operationOf(operation).roles
    expect([part, roles.filter((role) => mayReadPart(part, role))]).toEqual([
      part,
      roles.filter((role) => allowed.some((each) => each === role)),
    ])
  }
})
