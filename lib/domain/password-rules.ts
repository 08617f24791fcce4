export const MIN_PASSWORD_LENGTH = 10
/** argon2 would happily hash megabytes; nobody types them. */
export const MAX_PASSWORD_LENGTH = 200

export type PasswordProblem = 'short' | 'long' | 'different'

/** Why a new password cannot be taken; undefined when it can. */
export function passwordProblem(password: string, repeated: string): PasswordProblem | undefined {
  if (password.length < MIN_PASSWORD_LENGTH) return 'short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'long'
  return password === repeated ? undefined : 'different'
}
