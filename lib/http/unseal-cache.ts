/**
 * Caches the plaintexts of sealed texts, at most `maxEntries`, while the secrets are exactly those that opened them: removing
 * a secret invalidates its plaintexts.
 */
export function createUnsealCache(maxEntries: number): (secrets: readonly string[]) => Map<string, string> {
  const opened = new Map<string, string>()
  let under: readonly string[] = []
  return (secrets) => {
    const isSame = secrets.length === under.length && secrets.every((secret, at) => secret === under[at])
    if (!isSame || opened.size >= maxEntries) opened.clear()
    under = secrets
    return opened
  }
}
