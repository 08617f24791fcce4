import 'server-only'
import compile from 'icu-minify/compile'

const compiled = new WeakMap<object, unknown>()

function compileNode(node: unknown): unknown {
  // The compiler's objects have no prototype; React hands only plain ones on to the browser.
  if (typeof node === 'string') return structuredClone(compile(node))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, compileNode(value)]))
}

/**
 * A catalogue with its ICU texts parsed. The browser then needs only the formatter (under 1 kB) and not the parser
 * (11 kB of the page's JavaScript); `next.config.ts` aliases use-intl's formatter accordingly, so both go together.
 * Guarantee: the tree and its keys are those of the source; only the texts with arguments become arrays.
 */
export function compileMessages<Catalogue extends object>(catalogue: Catalogue): Catalogue {
  const known = compiled.get(catalogue) ?? compileNode(catalogue)
  compiled.set(catalogue, known)
  return known as Catalogue
}
