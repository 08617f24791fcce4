import type { CompanyPart } from '@/lib/contract/panel/registers/companies'

import type { CompanyTab } from '../company-tabs'

/** Whose kept answers a tab shows. Extracts are files, which the panel does not keep. */
export const partsOfTab: { readonly [T in CompanyTab]: readonly CompanyPart[] } = {
  facts: ['record'],
  people: ['graph'],
  graph: ['graph'],
  risk: ['risk'],
  whiteList: ['whiteList'],
  changes: ['changes'],
  announcements: ['krz', 'msig'],
  mentions: ['knf', 'uokik', 'sudop', 'tenders'],
  statements: ['statements', 'financials'],
  extracts: [],
}
