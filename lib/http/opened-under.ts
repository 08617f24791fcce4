/**
 * Remembers what sealed texts were opened to, at most so many, as long as the secrets are the very ones that opened them: a secret that
 * is taken away ends what stands under it.
 */
export function openedUnder(most: number): (secrets: readonly string[]) => Map<string, string> {
  const opened = new Map<string, string>()
  let under: readonly string[] = []
  return (secrets) => {
    const isSame = secrets.length === under.length && secrets.every((secret, at) => secret === under[at])
    if (!isSame || opened.size >= most) opened.clear()
    under = secrets
    return opened
  }
}
