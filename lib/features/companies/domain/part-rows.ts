import type { Role } from '@/lib/domain/roles'

type PartRow = {
  /** Of the service, by which the part is paid for. */
  readonly operation: string
  /** Items of one page, where the part is charged by its items. */
  readonly page?: number
  /** Not every role reads it: it is of monitoring. */
  readonly isOfMonitoring?: true
}

/** What can be asked of one company. Whatever is true of a part is read from its row (`part-rows.test.ts`). */
export const companyPartRows = {
  record: { operation: 'record.get' },
  graph: { operation: 'graph.get' },
  risk: { operation: 'risk.get' },
  whiteList: { operation: 'wpv.record' },
  changes: { operation: 'krs.changes', page: 100 },
  krz: { operation: 'stream.announcements', page: 50, isOfMonitoring: true },
  msig: { operation: 'stream.announcements', page: 50, isOfMonitoring: true },
  knf: { operation: 'knf.warnings', page: 25 },
  uokik: { operation: 'uokik.decisions', page: 25 },
  clauses: { operation: 'uokik.clauses', page: 25 },
  sudop: { operation: 'sudop.cases', page: 50 },
  tenders: { operation: 'bzp.list', page: 25, isOfMonitoring: true },
  statements: { operation: 'rdf.documents' },
  financials: { operation: 'rdf.financials' },
} as const satisfies Readonly<Record<string, PartRow>>

export type CompanyPart = keyof typeof companyPartRows
export const isCompanyPart = (part: string): part is CompanyPart => Object.hasOwn(companyPartRows, part)
export const companyParts = Object.keys(companyPartRows).filter(isCompanyPart)

const rowOf = (part: CompanyPart): PartRow => companyPartRows[part]

/** One for a part that is charged by the call. */
export const pageOfPart = (part: CompanyPart): number => rowOf(part).page ?? 1

export const monitoringRoles = ['owner', 'compliance', 'viewer'] as const satisfies readonly Role[]
export const mayReadPart = (part: CompanyPart, role: Role): boolean =>
  rowOf(part).isOfMonitoring !== true || monitoringRoles.some((each) => each === role)
