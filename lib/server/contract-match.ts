import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { type PanelOperationName, panelOperationNames, panelOperationOf } from '@/lib/contract/panel-table'
import type { PanelOperation } from '@/lib/contract/panel/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'

type Addressed = { readonly method: string; readonly path: string }
export type Row<N = OperationName, O = Operation> = { readonly name: N; readonly operation: O }
/** `allowed` are the methods of a known path; undefined means that no row has this path. */
type Match<R> = { readonly row: R } | { readonly row: undefined; readonly allowed: readonly string[] | undefined }
type Pattern<R> = { readonly pattern: RegExp; readonly keys: readonly string[]; readonly rows: ReadonlyMap<string, R> }

// A parameter is one segment of unreserved characters or escapes; never a slash, backslash, dot segment, percent sign or
// control character in disguise, whatever the upstream would decode.
const PARAMETER = String.raw`(?!\.{1,2}(?:/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[ef5]|5c|[01][\da-f]|7f)[\da-f]{2}){1,200}`

const KEY = /\{(\w+)\}/g

/** Of one table of rows: finds the row of a path as it came on the wire, undecoded. */
function createMatcher<R extends { readonly operation: Addressed }>(all: readonly R[]) {
  const fixed = new Map<string, Map<string, R>>()
  const patterns: Pattern<R>[] = []
  for (const [path, rows] of rowsByPath(all)) {
    if (!path.includes('{')) fixed.set(path, rows)
    else {
      const pattern = new RegExp(`^${path.replaceAll(KEY, `(${PARAMETER})`)}$`, 'i')
      patterns.push({ pattern, keys: [...path.matchAll(KEY)].map(([, key = '']) => key), rows })
    }
  }
  const match = (method: string, path: string): Match<R> => {
    const rows = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.rows
    const row = rows?.get(method)
    return row ? { row } : { row: undefined, allowed: rows && [...rows.keys()] }
  }
  /** The values of the path's placeholders, decoded. */
  const paramsOf = (path: string): Record<string, string> => {
    if (fixed.has(path)) return {}
    const found = patterns.find(({ pattern }) => pattern.test(path))
    const values = found?.pattern.exec(path) ?? []
    return Object.fromEntries(found?.keys.map((key, at) => [key, decodeURIComponent(values[at + 1] ?? '')]) ?? [])
  }
  return { match, paramsOf }
}

function rowsByPath<R extends { readonly operation: Addressed }>(all: readonly R[]): Map<string, Map<string, R>> {
  const paths = new Map<string, Map<string, R>>()
  for (const row of all) {
    const { path, method } = row.operation
    const rows = paths.get(path) ?? new Map<string, R>()
    paths.set(path, rows.set(method, row))
  }
  return paths
}

const service = createMatcher<Row>(operationNames.map((name) => ({ name, operation: operationOf(name) })))
const panel = createMatcher<Row<PanelOperationName, PanelOperation>>(
  panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
)

/** `path` begins with /v1. */
export const matchRow = service.match
export const paramsOfRow = service.paramsOf
/** `path` begins with /panel. */
export const matchPanelRow = panel.match
export const paramsOfPanelRow = panel.paramsOf
