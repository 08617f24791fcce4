import { withHead } from '@/lib/contract/operation'

import { HttpError, methodNotAllowed } from './errors'

type Addressed = { readonly method: string; readonly path: string }
type Routed = { readonly operation: Addressed }
/** The row of a call, and the values of its path's placeholders, decoded. */
export type Matched<R> = { readonly row: R; readonly params: Readonly<Record<string, string>> }
export type Router<R> = {
  /** The row of a path, or why there is none: 404, or 405 with the methods that the path has. */
  find(method: string, path: string): Matched<R> | HttpError
}

type Pattern<R> = { readonly pattern: RegExp; readonly keys: readonly string[]; readonly rows: ReadonlyMap<string, R> }

const KEY = /\{(\w+)\}/g
const noParams = {}

/** What a placeholder matches where the path goes on to nobody: one segment of anything. */
export const ANY_SEGMENT = '[^/]+'

/**
 * Where the path goes on as it came: one segment of unreserved characters or escapes; never a slash, backslash, dot segment,
 * percent sign or control character in disguise, whatever the upstream would decode.
 */
export const PLAIN_SEGMENT = String.raw`(?!\.{1,2}(?:/|$))(?:[\w.~!$&'()*+,;=:@-]|%(?!2[EFef5]|5[Cc]|[01][\dA-Fa-f]|7[Ff])[\dA-Fa-f]{2}){1,200}`

type RouterOptions = {
  /** What a placeholder matches. */
  readonly segment: string
  /** Where there is GET there is HEAD, the same answer without its body. */
  readonly hasHead: boolean
}

/**
 * Finds rows of one table by method and path. A path without a placeholder beats those with one; among these the first row of
 * the table wins.
 */
export function createRouter<R extends Routed>(rows: readonly R[], { segment, hasHead }: RouterOptions): Router<R> {
  const fixed = new Map<string, ReadonlyMap<string, R>>()
  const patterns: Pattern<R>[] = []
  for (const [path, byMethod] of rowsByPath(rows)) {
    const keys = [...path.matchAll(KEY)].map(([, key = '']) => key)
    if (keys.length === 0) fixed.set(path, byMethod)
    else patterns.push({ pattern: patternOf(path, segment), keys, rows: byMethod })
  }
  const pick = (found: ReadonlyMap<string, R>, method: string, params: Matched<R>['params']) => {
    const row = found.get(hasHead && method === 'HEAD' ? 'GET' : method)
    if (row !== undefined) return { row, params }
    const methods = [...found.keys()]
    return methodNotAllowed(method, hasHead ? withHead(methods) : methods)
  }
  return {
    find: (method, path) => {
      const known = fixed.get(path)
      if (known) return pick(known, method, noParams)
      for (const { pattern, keys, rows: found } of patterns) {
        const values = pattern.exec(path)
        if (values) return pick(found, method, paramsOf(keys, values))
      }
      return new HttpError('not_found', 'No such endpoint')
    },
  }
}

/** Filled in by a function: in a text `$&` would stand for the placeholder itself. */
const patternOf = (path: string, segment: string) => new RegExp(`^${path.replaceAll(KEY, () => `(${segment})`)}$`)

const paramsOf = (keys: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.map((key, at) => [key, decoded(values[at + 1] ?? '')]))

/** A broken escape is what it looks like. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function rowsByPath<R extends Routed>(rows: readonly R[]): Map<string, Map<string, R>> {
  const paths = new Map<string, Map<string, R>>()
  for (const row of rows) {
    const { path, method } = row.operation
    const byMethod = paths.get(path) ?? new Map<string, R>()
    paths.set(path, byMethod.set(method, row))
  }
  return paths
}
