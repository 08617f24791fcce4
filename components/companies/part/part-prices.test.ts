import { expect, it } from 'vitest'

import { monitoringReaders } from '@/lib/contract/operation'
import { COMPANY_PARTS, companyParts, PART_PAGE } from '@/lib/contract/panel/registers/companies'
import { operationOf } from '@/lib/contract/table'
import { roles } from '@/lib/domain/roles'

import { callOfPart, mayReadPart, pageOfPart } from './part-prices'

it('knows the operations and pages of the contract', () => {
  expect(callOfPart).toEqual(COMPANY_PARTS)
  const pages = Object.fromEntries(companyParts.map((part) => [part, pageOfPart(part)]))
  expect(pages).toEqual({ ...Object.fromEntries(companyParts.map((part) => [part, 1])), ...PART_PAGE })
})

it('knows who may read a part, as the panel decides it', () => {
  for (const part of companyParts) {
    const operation = COMPANY_PARTS[part]
    // Announcements are masked before they are kept, unlike the stream that they come from.
    const allowed = operation === 'stream.announcements' ? monitoringReaders : operationOf(operation).roles
    expect([part, roles.filter((role) => mayReadPart(part, role))]).toEqual([
      part,
      roles.filter((role) => allowed.some((each) => each === role)),
    ])
  }
})
