import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'

export type Row = { readonly name: OperationName; readonly operation: Operation }
/** `allowed` are the methods of a known path; undefined means that no row has this path. */
export type Match = { readonly row: Row } | { readonly row: undefined; readonly allowed: readonly string[] | undefined }

type Pattern = { readonly pattern: RegExp; readonly rows: ReadonlyMap<string, Row> }

// A parameter is one segment of unreserved characters or escapes; never a slash, backslash, dot segment, percent sign or
// control character in disguise, whatever the upstream would decode.
const PARAMETER = String.raw`(?!\.{1,2}(?:/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[ef5]|5c|[01][\da-f]|7f)[\da-f]{2}){1,200}`

const fixed = new Map<string, Map<string, Row>>()
const patterns: Pattern[] = []

for (const [path, rows] of rowsByPath()) {
  if (path.includes('{'))
    patterns.push({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, PARAMETER)}$`, 'i'), rows })
  else fixed.set(path, rows)
}

function rowsByPath(): Map<string, Map<string, Row>> {
  const paths = new Map<string, Map<string, Row>>()
  for (const name of operationNames) {
    const operation = operationOf(name)
    const rows = paths.get(operation.path) ?? new Map<string, Row>()
    paths.set(operation.path, rows.set(operation.method, { name, operation }))
  }
  return paths
}

/** `path` as it came on the wire, undecoded, beginning with /v1. */
export function matchRow(method: string, path: string): Match {
  const rows = fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.rows
  const row = rows?.get(method)
  return row ? { row } : { row: undefined, allowed: rows && [...rows.keys()] }
}
