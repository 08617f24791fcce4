/**
 * Extracts distinct addresses from pasted text: with names and angle brackets, separated by commas, semicolons, spaces
 * or lines.
 */
export function splitEmails(text: string): readonly string[] {
  const found = text
    .split(/[\s,;]+/)
    .map((part) => part.replaceAll(/^[<("']+|[>)"'.]+$/g, ''))
    .filter((part) => part.includes('@'))
    .map((part) => part.toLowerCase())
  return [...new Set(found)]
}

/** A loose check that catches typing errors at once; the server decides. */
export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
