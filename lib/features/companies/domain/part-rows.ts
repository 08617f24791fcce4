import type { Role } from '@/lib/domain/roles'

type PartRow = {
  /** Operation of the service that is charged for the part. */
  readonly operation: string
  /** Items per page, if the part is charged by item. */
  readonly page?: number
  /** Only roles that may see monitoring can read it. */
  readonly isOfMonitoring?: true
  /** Entries of another register that name the company, shown together. */
  readonly isMention?: true
}

/**
 * Parts of a company that can be requested. All facts about a part are derived from its entry (`part-rows.test.ts`).
 */
export const companyPartRows = {
  record: { operation: 'record.get' },
  graph: { operation: 'graph.get' },
  risk: { operation: 'risk.get' },
  whiteList: { operation: 'wpv.record' },
  changes: { operation: 'krs.changes', page: 100 },
  krz: { operation: 'stream.announcements', page: 50, isOfMonitoring: true },
  msig: { operation: 'stream.announcements', page: 50, isOfMonitoring: true },
  knf: { operation: 'knf.warnings', page: 25, isMention: true },
  uokik: { operation: 'uokik.decisions', page: 25, isMention: true },
  clauses: { operation: 'uokik.clauses', page: 25, isMention: true },
  sudop: { operation: 'sudop.cases', page: 50, isMention: true },
  tenders: { operation: 'bzp.list', page: 25, isOfMonitoring: true, isMention: true },
  statements: { operation: 'rdf.documents' },
  financials: { operation: 'rdf.financials' },
} as const satisfies Readonly<Record<string, PartRow>>

export type CompanyPart = keyof typeof companyPartRows
export const isCompanyPart = (part: string): part is CompanyPart => Object.hasOwn(companyPartRows, part)
export const companyParts = Object.keys(companyPartRows).filter(isCompanyPart)

const rowOf = (part: CompanyPart): PartRow => companyPartRows[part]

export const mentionParts = companyParts.filter((part) => rowOf(part).isMention === true)

/** The parts whose main figures the summary shows, which it offers together. */
export const summaryParts = ['record', 'risk', 'whiteList', 'graph'] as const satisfies readonly CompanyPart[]

/** 1 for a part that is charged by call. */
export const pageOfPart = (part: CompanyPart): number => rowOf(part).page ?? 1

export const monitoringRoles = ['owner', 'compliance', 'viewer'] as const satisfies readonly Role[]
export const mayReadPart = (part: CompanyPart, role: Role): boolean =>
  rowOf(part).isOfMonitoring !== true || monitoringRoles.some((each) => each === role)
