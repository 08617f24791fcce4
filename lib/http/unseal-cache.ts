/**
 * Caches the plaintexts of sealed texts, at most `maxEntries`, while the secrets are exactly those that opened them:
 * removing a secret invalidates its plaintexts.
 */
export function createUnsealCache(maxEntries: number): (secrets: readonly string[]) => Map<string, string> {
  const plaintexts = new Map<string, string>()
  let cachedSecrets: readonly string[] = []
  return (secrets) => {
    const isSame =
      secrets.length === cachedSecrets.length && secrets.every((secret, index) => secret === cachedSecrets[index])
    if (!isSame || plaintexts.size >= maxEntries) plaintexts.clear()
    cachedSecrets = secrets
    return plaintexts
  }
}
