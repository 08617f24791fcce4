import type { PasswordFault } from '@/lib/domain/password-rules'

/** The second step of a sign-in: its sealed token, and the methods available. */
export type SecondStepState = { readonly token: string; readonly code: boolean; readonly passkey: boolean }

export type SignInState =
  /**
   * `over`: the second step took too long or had too many attempts. `passkey`: the passkey belongs to no user.
   * `unavailable`: the panel cannot reach its store.
   */
  | {
      readonly email: string
      readonly reason: 'credentials' | 'no_account' | 'sample_ended' | 'over' | 'passkey' | 'unavailable'
    }
  | {
      readonly email: string
      readonly reason: 'second_step'
      readonly step: SecondStepState
      readonly isWrong: boolean
    }
  | { readonly email: string; readonly reason: 'wait'; readonly retryAfterS: number }
  | undefined

type LinkProblem = 'unknown' | 'used' | 'expired'
export type SignUpState =
  | { readonly problem: LinkProblem | PasswordFault | 'busy' | 'different' }
  /** The password is set, but signing in needs a second step or was refused. */
  | { readonly problem: undefined; readonly signIn: SignInState }
  | undefined

/** The state is `asked` whether or not the address belongs to a user. */
export type ForgottenPasswordState =
  | { readonly email: string; readonly state: 'accepted' }
  | { readonly email: string; readonly state: 'wait'; readonly retryAfterS: number }
  | undefined

/** Set for a wrong password. If there is nothing to confirm any more, the page shows that instead. */
export type ConfirmIdentityState = 'password' | undefined

/** The result of unsubscribing from an alert: `unknown` if this panel did not issue the link. */
export type UnsubscribeState = 'ended' | 'unknown' | undefined

/** The result of joining an account, with the typed name; `undefined` before the first attempt. */
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

/** Fields of the setup form that a problem can refer to. */
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
/** The result of the setup, with all inputs except passwords; `undefined` before the first attempt. */
export type SetupFormState =
  | {
      readonly typed: Readonly<Record<string, string>>
      /** Undefined if the problem concerns the whole form. */
      readonly field: SetupField | undefined
      readonly problem: SetupWord | { readonly fault: PasswordFault } | { readonly minutes: number }
    }
  | undefined
