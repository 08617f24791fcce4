/** Characters of a new password. Shorter ones of before go on signing in. */
export const MIN_PASSWORD_LENGTH = 12
/** argon2 would happily hash megabytes; nobody types them. */
export const MAX_PASSWORD_LENGTH = 200

/**
 * Why a new password cannot be taken. `common`: it is one of those used most. `about_you`: little is left of it without the person's
 * e-mail, name or account. `guessable`: a program that knows words, names and keyboards would soon try it.
 */
export const passwordFaults = ['short', 'long', 'common', 'about_you', 'guessable'] as const
export type PasswordFault = (typeof passwordFaults)[number]

/** How hard it is to guess, 0 to 4; from 3 on a password is taken. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4
export const TAKEN_FROM_SCORE = 3

/** What would make it better. */
export const passwordHints = [
  'more_words',
  'no_repeats',
  'no_sequences',
  'no_keys_in_a_row',
  'no_dates',
  'no_swaps',
] as const
export type PasswordHint = (typeof passwordHints)[number]

/** What is said of a password while it is typed. */
export type PasswordVerdict = {
  readonly score: PasswordScore
  readonly fault: PasswordFault | null
  readonly hint: PasswordHint | null
}

/** As people count: one for each sign they see typed, whatever it takes in memory. */
export const passwordLength = (password: string): number => Array.from(password.normalize('NFKC')).length

/** What its length alone says. */
export function lengthFault(password: string): 'short' | 'long' | undefined {
  if (password.length > MAX_PASSWORD_LENGTH) return 'long'
  return passwordLength(password) < MIN_PASSWORD_LENGTH ? 'short' : undefined
}
