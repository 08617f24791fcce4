import { pageKeys, pageOf } from '@/lib/domain/pages'
import { poolNames } from '@/lib/domain/usage/pools'

/** Addresses of all built pages that need no id. */
export const builtPages: readonly string[] = pageKeys
  .map(pageOf)
  .filter(({ path, catalogue, foundBy }) => catalogue !== 'layout' && foundBy === undefined && !path.endsWith('[id]'))
  .map(({ path }) => path)

/** The reconciliation's message when every line agrees: one per pool, and four about all of them. */
const lines = 4 + poolNames.length
export const allReconciled = `Wszystkie liczby się zgadzają (${lines} z ${lines}).`
