const MIN_PREFIX = 2
const CODE_DIGITS = 8

/**
 * The digits that a code's whole subtree begins with: `45230000-8` → `4523`. Two digits always stay, because
 * `30000000` is a division and `3` would take in its nine neighbours.
 */
export function cpvPrefix(code: string): string {
  const digits = code.replace(/\D/g, '').slice(0, CODE_DIGITS)
  return digits.slice(0, MIN_PREFIX) + digits.slice(MIN_PREFIX).replace(/0+$/, '')
}

/**
 * The prefix meant by a typed code: `45233120-6`, `45233120`, `45233120-`, `45.23.31.20-6`, `45233*`, `45233`.
 * Fewer than eight digits are a prefix as typed. Null when the text is not a code, so probably part of a name.
 * The check digit is not verified: the official list itself breaks the formula in 532 places.
 */
export function parseCpv(input: string): string | null {
  const match = /^(\d+)(?:-\d?|\*)?$/.exec(input.replace(/[\s.]/g, ''))
  const digits = match?.[1]
  if (digits === undefined || digits.length < MIN_PREFIX || digits.length > CODE_DIGITS) return null
  return digits.length === CODE_DIGITS ? cpvPrefix(digits) : digits
}
