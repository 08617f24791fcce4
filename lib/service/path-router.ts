import type { Result } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's router for any paths, which it falls back to because ours have words where others have parameters
 * (`/v1/monitors/tags`, `/v1/monitors/{id}`). Which row answers a path without parameters never changes, so that is looked up
 * once.
 */
export class PathRouter<T> extends TrieRouter<T> {
  /** By path and method, for the paths without parameters. */
  readonly #known = new Map<string, Map<string, Result<T>>>()

  override add(method: string, path: string, handler: T): void {
    super.add(method, path, handler)
    if (!/[:*]/.test(path)) this.#known.set(path, new Map())
  }

  override match(method: string, path: string): Result<T> {
    const byMethod = this.#known.get(path)
    const known = byMethod?.get(method)
    if (known) return known
    const found = super.match(method, path)
    byMethod?.set(method, found)
    return found
  }
}
