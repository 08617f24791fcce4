import { pageKeys, pageOf } from '@/lib/domain/pages'
import { routes } from '@/lib/domain/routes'
import { poolNames } from '@/lib/domain/usage/pools'

/** Addresses of all built pages that need no id. */
export const builtPages: readonly string[] = pageKeys
  .filter((key) => key !== 'settings' && pageOf(key).catalogue !== undefined && pageOf(key).foundBy === undefined)
  .map((key) => pageOf(key).path)
  .concat(routes.monitorsImports)

/** The reconciliation's message when every line agrees: one per pool, and four about all of them. */
const lines = 4 + poolNames.length
export const allReconciled = `Wszystkie liczby się zgadzają (${lines} z ${lines}).`
