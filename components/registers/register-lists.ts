import type { OperationName } from '@/lib/contract/table'

/** The lists that have a page of their own. */
export type PagedList = 'knf' | 'uokik' | 'clauses' | 'sudop'

interface ListFacts {
  readonly operation: OperationName
  /** It may be narrowed by these beside a text. */
  readonly has: { readonly section?: true; readonly days?: true; readonly nip?: true }
}

/** What the contract says of each list (`register-lists.test.ts`), without its schemas, which stay out of the first load. */
export const registerPages: { readonly [L in PagedList]: ListFacts } = {
  knf: { operation: 'knf.warnings', has: { section: true } },
  uokik: { operation: 'uokik.decisions', has: { days: true } },
  clauses: { operation: 'uokik.clauses', has: { days: true } },
  sudop: { operation: 'sudop.cases', has: { days: true, nip: true } },
}

export const pageSizes = [25, 50, 100] as const
export type ListPageSize = (typeof pageSizes)[number]
