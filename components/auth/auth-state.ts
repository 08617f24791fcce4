/** What came of the last attempt; `undefined` before the first. */
export type SignInState =
  | { readonly email: string; readonly reason: 'credentials' | 'no_account' }
  | { readonly email: string; readonly reason: 'wait'; readonly retryAfterS: number }
  | undefined

export type LinkProblem = 'unknown' | 'used' | 'expired'
export type SignUpState = { readonly problem: LinkProblem | 'short' | 'long' | 'different' } | undefined

/** What came of leaving an alert: `unknown` for a link that this panel did not make. */
export type UnsubscribeState = 'ended' | 'unknown' | undefined
