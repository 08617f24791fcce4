/** How people prove who they are beside a password. Conventions: `lib/storage/tables.ts`. */
export type SecurityTables = {
  authenticator_apps: AuthenticatorAppTable
  recovery_codes: RecoveryCodeTable
  passkeys: PasskeyTable
  proof_failures: ProofFailureTable
  sign_in_challenges: SignInChallengeTable
}

/** An app that shows codes (TOTP, RFC 6238); it counts once it is confirmed by a code. */
export type AuthenticatorAppTable = {
  user_id: string
  /** Under PANEL_SECRET. */
  sealed_secret: string
  created_at: string
  confirmed_at: string | null
  last_used_at: string | null
  /** Step of the last code that was taken: only later ones are. */
  last_step: number
}

export type RecoveryCodeTable = { user_id: string; number: number; hash: string; used_at: string | null }

/** A WebAuthn credential. `id` is the credential's own, base64url. */
export type PasskeyTable = {
  id: string
  user_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON list, as the browser named them. */
  transports: string
  name: string
  is_backed_up: number
  created_at: string
  last_used_at: string | null
}

/** Guesses in a row that were wrong, each kind for itself. */
export type ProofFailureTable = {
  user_id: string
  kind: 'code' | 'password'
  failures: number
  locked_until: string | null
}

/** A question that the browser has to answer: the second step of a sign-in, or a signature by a passkey. */
export type SignInChallengeTable = {
  id: string
  purpose:
    | 'second_step'
    | 'passkey_sign_in'
    | 'passkey_add'
    | 'passkey_proof'
    | 'identity_link'
    // Answered once for a session: what it takes files with personal data for.
    | 'report_download'
  /** JSON; its form is the purpose's. */
  value: string
  user_id: string | null
  tries: number
  created_at: string
  expires_at: string
  used_at: string | null
}
