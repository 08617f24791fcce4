/** Minimum for new passwords. Shorter old ones stay valid. */
export const MIN_PASSWORD_LENGTH = 12
/** argon2 would hash megabytes; nobody types more than this. */
export const MAX_PASSWORD_LENGTH = 200

/**
 * Why a new password is refused. `common`: it is among the most used ones. `about_you`: it consists mainly of the
 * person's e-mail, name or account. `guessable`: a cracking program that knows words, names and keyboards would soon
 * try it.
 */
export const passwordFaults = ['short', 'long', 'common', 'about_you', 'guessable'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** Strength from 0 to 4; 3 or more is accepted. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4
export const MIN_ACCEPTED_SCORE = 3

/** Suggestions for a better password. */
export const passwordHints = [
  'more_words',
  'no_repeats',
  'no_sequences',
  'no_keys_in_a_row',
  'no_dates',
  'no_swaps',
] as const
export type PasswordHint = (typeof passwordHints)[number]

/** Rating of a password while it is typed. */
export type PasswordVerdict = {
  readonly score: PasswordScore
  readonly fault: PasswordFault | null
  readonly hint: PasswordHint | null
}

/** Counts visible characters, independent of their encoding. */
export const passwordLength = (password: string): number => Array.from(password.normalize('NFKC')).length

export function lengthFault(password: string): 'short' | 'long' | undefined {
  if (password.length > MAX_PASSWORD_LENGTH) return 'long'
  return passwordLength(password) < MIN_PASSWORD_LENGTH ? 'short' : undefined
}
