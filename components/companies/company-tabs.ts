/** The tabs of a company page in order; also the values of `tab` in its address and the keys of `companies.tabs`. */
export const companyTabs = [
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
