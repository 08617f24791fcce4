import { isColumnRole, mappingKey } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'

import type { ImportSnapshot } from './import-snapshot'

const KEY = 'monitor-import-columns-2'
const MAX_KEPT = 50

/** `each`: columns of one kind each give a number. */
interface Remembered {
  readonly roles: readonly string[]
  readonly each: boolean
}
type Known = Readonly<Record<string, Remembered>>

function readAll(): Known {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, kept]: [string, unknown]) => {
        const { roles, each } = (kept ?? {}) as { roles?: unknown; each?: unknown }
        if (!Array.isArray(roles)) return []
        return [[key, { roles: roles.filter((role) => typeof role === 'string'), each: each === true }]]
      }),
    )
  } catch {
    return {}
  }
}

/** How a list with these column names was read the last time. */
export function recallMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): Mapping | undefined {
  const key = mappingKey(names)
  const kept = key === undefined ? undefined : readAll()[key]
  const read = kept?.roles.filter(isColumnRole) ?? []
  if (kept === undefined || read.length !== mapping.roles.length) return undefined
  return { header: mapping.header, roles: read, isEach: kept.each }
}

/** Names of columns and their roles, and nothing of what stands in the list. */
export function rememberMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): void {
  const key = mappingKey(names)
  if (key === undefined || mapping.doubt === 'several') return
  const { [key]: _, ...others } = readAll()
  const entries = [...Object.entries(others), [key, { roles: mapping.roles, each: mapping.isEach === true }]].slice(
    -MAX_KEPT,
  )
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Full or forbidden: the mapping is guessed again next time.
  }
}
