/**
 * Parts that may follow a comma within one name (a legal form, a state, a branch), in lower case without dots and
 * blanks.
 */
const ENDINGS =
  /^(spzoo|spółkazograniczonąodpowiedzialnością|sa|sj|sk|ska|psa|sp[jkp]|sp[jkp]?wlikwidacji|w(likwidacji|upadłości|restrukturyzacji).*|oddział.*|filia.*|inc|ltd|llc|gmbh|ag|bv)$/u

const normalized = (text: string): string => text.toLowerCase().replaceAll(/[.\s]/gu, '')
const isName = (part: string): boolean => /\p{L}{2}/u.test(part) && !ENDINGS.test(normalized(part))

/**
 * Splits a text into the names it probably consists of, to be offered and never applied automatically: `Budimex,
 * Mostostal; Skanska` is three names, `Alfa, Beta sp. j., w likwidacji` may be one. Undefined if a part could not be
 * a name.
 */
export function splitNames(text: string): readonly string[] | undefined {
  const parts = text
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 1 && parts.every(isName) ? [...new Set(parts)] : undefined
}
