import { withHead } from '@/lib/contract/operation'

import { HttpError, methodNotAllowed } from './errors'

type MethodAndPath = { readonly method: string; readonly path: string }
type RoutedRow = { readonly operation: MethodAndPath }
/** The operation of a call, and the decoded values of its path's placeholders. */
export type RouteMatch<R> = { readonly row: R; readonly params: Readonly<Record<string, string>> }
export type Router<R> = {
  /** Finds the operation of a path, or returns the error: 404, or 405 with the path's methods. */
  find(method: string, path: string): RouteMatch<R> | HttpError
}

type Pattern<R> = { readonly pattern: RegExp; readonly keys: readonly string[]; readonly rows: ReadonlyMap<string, R> }

const KEY = /\{(\w+)\}/g
const noParams = {}

/** Pattern of a placeholder if the path is not forwarded: any single segment. */
export const ANY_SEGMENT = '[^/]+'

/**
 * Pattern of a placeholder if the path is forwarded unchanged: one segment of unreserved characters or escapes; never a
 * slash, backslash, dot segment, percent sign or control character in escaped form, whatever the upstream decodes.
 */
export const PLAIN_SEGMENT = String.raw`(?!\.{1,2}(?:/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[EFef5]|5[Cc]|[01][\dA-Fa-f]|7[Ff])[\dA-Fa-f]{2}){1,200}`

type RouterOptions = {
  readonly segment: string
  /** HEAD is answered like GET, without the body. */
  readonly hasHead: boolean
}

/**
 * Finds operations of one table by method and path. Paths without placeholders take precedence; among those with
 * placeholders the first in the table does.
 */
export function createRouter<R extends RoutedRow>(rows: readonly R[], { segment, hasHead }: RouterOptions): Router<R> {
  const fixed = new Map<string, ReadonlyMap<string, R>>()
  const patterns: Pattern<R>[] = []
  for (const [path, byMethod] of rowsByPath(rows)) {
    const keys = [...path.matchAll(KEY)].map(([, key = '']) => key)
    if (keys.length === 0) fixed.set(path, byMethod)
    else patterns.push({ pattern: patternOf(path, segment), keys, rows: byMethod })
  }
  const pick = (rowsByMethod: ReadonlyMap<string, R>, method: string, params: RouteMatch<R>['params']) => {
    const row = rowsByMethod.get(hasHead && method === 'HEAD' ? 'GET' : method)
    if (row !== undefined) return { row, params }
    const methods = [...rowsByMethod.keys()]
    return methodNotAllowed(method, hasHead ? withHead(methods) : methods)
  }
  return {
    find: (method, path) => {
      const fixedRows = fixed.get(path)
      if (fixedRows) return pick(fixedRows, method, noParams)
      for (const { pattern, keys, rows: rowsByMethod } of patterns) {
        const values = pattern.exec(path)
        if (values) return pick(rowsByMethod, method, paramsOf(keys, values))
      }
      return new HttpError('not_found', 'No such endpoint')
    },
  }
}

/** Replaced by a function, because `$&` in a replacement text would insert the placeholder itself. */
const patternOf = (path: string, segment: string) => new RegExp(`^${path.replaceAll(KEY, () => `(${segment})`)}$`)

const paramsOf = (keys: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key, at) => [key, decodeValue(values[at + 1] ?? '')]))

/** An invalid escape is used literally. */
function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function rowsByPath<R extends RoutedRow>(rows: readonly R[]): Map<string, Map<string, R>> {
  const paths = new Map<string, Map<string, R>>()
  for (const row of rows) {
    const { path, method } = row.operation
    const byMethod = paths.get(path) ?? new Map<string, R>()
    paths.set(path, byMethod.set(method, row))
  }
  return paths
}
