import type { PasswordFault } from '@/lib/domain/password-rules'

/** The second step of a sign-in: what it is known by, sealed, and by what it can be taken. */
export type SecondStepState = { readonly token: string; readonly code: boolean; readonly passkey: boolean }

/** What came of the last attempt; `undefined` before the first. */
export type SignInState =
  /**
   * `over`: the second step took too long or too many tries. `passkey`: no passkey of anybody's. `unavailable`: the panel cannot
   * tell, because its store is away.
   */
  | { readonly email: string; readonly reason: 'credentials' | 'no_account' | 'over' | 'passkey' | 'unavailable' }
  | {
      readonly email: string
      readonly reason: 'second_step'
      readonly step: SecondStepState
      readonly isWrong: boolean
    }
  | { readonly email: string; readonly reason: 'wait'; readonly retryAfterS: number }
  | undefined

type LinkProblem = 'unknown' | 'used' | 'expired'
export type SignUpState = { readonly problem: LinkProblem | PasswordFault | 'busy' | 'different' } | undefined

/** `asked` whoever it was about. */
export type ForgottenPasswordState =
  | { readonly email: string; readonly state: 'asked' }
  | { readonly email: string; readonly state: 'wait'; readonly retryAfterS: number }
  | undefined

/** A wrong password; when there is nothing to confirm any more, the page says so. */
export type ConfirmIdentityState = 'password' | undefined

/** What came of leaving an alert: `unknown` for a link that this panel did not make. */
export type UnsubscribeState = 'ended' | 'unknown' | undefined

/** What came of joining an account, with the name that was typed; `undefined` before the first attempt. */
export type JoinState =
  | {
      readonly name: string
      readonly problem:
        | PasswordFault
        | 'different'
        | 'unknown'
        | 'used'
        | 'withdrawn'
        | 'expired'
        | 'void'
        | 'known'
        | 'failed'
    }
  | undefined

export type ConfirmEmailState = 'unknown' | 'used' | 'expired' | 'taken' | undefined

/** Fields of the form of the first run that a problem can be at. */
export type SetupField = 'token' | 'name' | 'slug' | 'limits' | 'email' | 'password' | 'repeat'
type SetupWord =
  | 'token'
  | 'set_up'
  | 'busy'
  | 'slug'
  | 'slug_taken'
  | 'provider_account'
  | 'no_account'
  | 'name'
  | 'limits'
  | 'email'
  | 'email_taken'
  | 'different'
/** What came of setting up, with what was typed but the passwords; `undefined` before the first attempt. */
export type SetupFormState =
  | {
      readonly typed: Readonly<Record<string, string>>
      /** Undefined: it is about the whole. */
      readonly field: SetupField | undefined
      readonly problem: SetupWord | { readonly fault: PasswordFault } | { readonly minutes: number }
    }
  | undefined
