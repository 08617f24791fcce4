/** Addresses as people paste them: with names and angle brackets, separated by commas, semicolons, spaces or lines. Each once. */
export function splitEmails(text: string): readonly string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replaceAll(/^[<("']+|[>)"'.]+$/g, ''))
    .filter((part) => part.includes('@'))
    .map((part) => part.toLowerCase())
  return [...new Set(found)]
}

/** Good enough to tell a slip at once; the server decides. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
