import type { CompanyPart } from '@/lib/contract/panel/registers/companies'
import type { OperationName } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'

/** The operation of each part and the items of one page: those of the contract (`part-prices.test.ts`), which stays out of the first load. */
export const callOfPart: { readonly [P in CompanyPart]: OperationName } = {
  record: 'record.get',
  graph: 'graph.get',
  risk: 'risk.get',
  whiteList: 'wpv.record',
  changes: 'krs.changes',
  krz: 'stream.announcements',
  msig: 'stream.announcements',
  knf: 'knf.warnings',
  uokik: 'uokik.decisions',
  clauses: 'uokik.clauses',
  sudop: 'sudop.cases',
  tenders: 'bzp.list',
  statements: 'rdf.documents',
  financials: 'rdf.financials',
}

const pages: { readonly [P in CompanyPart]?: number } = {
  changes: 100,
  krz: 50,
  msig: 50,
  knf: 25,
  uokik: 25,
  clauses: 25,
  sudop: 50,
  tenders: 25,
}

/** One for a part that is charged by the call. */
export const pageOfPart = (part: CompanyPart): number => pages[part] ?? 1

/** Roles that may read a part which not every role may (`part-prices.test.ts`): announcements and procurement are of monitoring. */
const readers: { readonly [P in CompanyPart]?: readonly Role[] } = {
  krz: ['owner', 'compliance', 'viewer'],
  msig: ['owner', 'compliance', 'viewer'],
  tenders: ['owner', 'compliance', 'viewer'],
}

export const mayReadPart = (part: CompanyPart, role: Role): boolean => readers[part]?.includes(role) ?? true
