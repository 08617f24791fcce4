/** What came of the last attempt; `undefined` before the first. */
export type SignInState =
  | { readonly email: string; readonly reason: 'credentials' | 'no_account' }
  | { readonly email: string; readonly reason: 'wait'; readonly retryAfterS: number }
  | undefined

export type LinkProblem = 'unknown' | 'used' | 'expired'
export type SignUpState = { readonly problem: LinkProblem | 'busy' | 'short' | 'long' | 'different' } | undefined

/** What came of leaving an alert: `unknown` for a link that this panel did not make. */
export type UnsubscribeState = 'ended' | 'unknown' | undefined

/** What came of joining an account, with the name that was typed; `undefined` before the first attempt. */
export type JoinState =
  | {
      readonly name: string
      readonly problem:
        | 'short'
        | 'long'
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
