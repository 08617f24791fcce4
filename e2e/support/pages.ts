import { pageKeys, pageOf } from '@/lib/domain/pages'
import { routes } from '@/lib/domain/routes'
import { poolNames } from '@/lib/domain/usage/pools'

/** The addresses of all pages that are there and need no id. */
export const builtPages: readonly string[] = pageKeys
  .filter((key) => key !== 'settings' && pageOf(key).catalogue !== undefined && pageOf(key).foundBy === undefined)
  .map((key) => pageOf(key).path)
  .concat(routes.monitorsImports)

/** What the reconciliation says once every line of it holds: one a pool, and the four that are about all of them. */
const lines = 4 + poolNames.length
export const allReconciled = `Wszystkie liczby się zgadzają (${lines} z ${lines}).`
