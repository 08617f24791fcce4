import { isColumnRole, mappingKey } from '@/lib/client/read-table/column-names'
import type { Mapping } from '@/lib/client/read-table/columns'

import type { ImportSnapshot } from './import-snapshot'

const KEY = 'monitor-import-columns'
const MAX_KEPT = 50

type Known = Readonly<Record<string, readonly string[]>>

function readAll(): Known {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, roles]: [string, unknown]) =>
        Array.isArray(roles) ? [[key, roles.filter((role) => typeof role === 'string')]] : [],
      ),
    )
  } catch {
    return {}
  }
}

/** How a list with these column names was read the last time. */
export function recallMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): Mapping | undefined {
  const key = mappingKey(names)
  const roles = key === undefined ? undefined : readAll()[key]
  const read = roles?.filter(isColumnRole) ?? []
  return read.length === mapping.roles.length ? { header: mapping.header, roles: read } : undefined
}

/** Names of columns and their roles, and nothing of what stands in the list. */
export function rememberMapping({ names, mapping }: Pick<ImportSnapshot, 'names' | 'mapping'>): void {
  const key = mappingKey(names)
  if (key === undefined) return
  const { [key]: _, ...others } = readAll()
  const entries = [...Object.entries(others), [key, mapping.roles]].slice(-MAX_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // Full or forbidden: the mapping is guessed again next time.
  }
}
