import { type CompanyPart, mentionParts } from '@/lib/features/companies/domain/part-rows'

/** The tabs of a company page in order; also the values of `tab` in its address and the keys of `companies.tabs`. */
export const companyTabs = [
  'summary',
  'watch',
  'facts',
  'people',
  'graph',
  'risk',
  'whiteList',
  'changes',
  'announcements',
  'mentions',
  'statements',
  'extracts',
] as const
export type CompanyTab = (typeof companyTabs)[number]

/**
 * The parts whose stored answers a tab shows. The summary and the monitors are free, and extracts are files, which the
 * panel does not store.
 */
export const partsOfTab: { readonly [T in CompanyTab]: readonly CompanyPart[] } = {
  summary: [],
  watch: [],
  facts: ['record'],
  people: ['graph'],
  graph: ['graph'],
  risk: ['risk'],
  whiteList: ['whiteList'],
  changes: ['changes'],
  announcements: ['krz', 'msig'],
  mentions: mentionParts,
  statements: ['statements', 'financials'],
  extracts: [],
}

/** The first tab that shows a part. */
export const tabOfPart = (part: CompanyPart): CompanyTab =>
  companyTabs.find((tab) => partsOfTab[tab].includes(part)) ?? 'summary'
