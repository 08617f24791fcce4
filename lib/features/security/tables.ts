/** Means of authentication besides the password. Conventions: `lib/storage/tables.ts`. */
export type SecurityTables = {
  authenticator_apps: AuthenticatorAppTable
  recovery_codes: RecoveryCodeTable
  passkeys: PasskeyTable
  proof_failures: ProofFailureTable
  sign_in_challenges: SignInChallengeTable
}

/** An app that shows codes (TOTP, RFC 6238); it is valid once confirmed by a code. */
export type AuthenticatorAppTable = {
  user_id: string
  /** Sealed with PANEL_SECRET. */
  sealed_secret: string
  created_at: string
  confirmed_at: string | null
  last_used_at: string | null
  /** Step of the last accepted code: only later ones are accepted. */
  last_step: number
}

export type RecoveryCodeTable = { user_id: string; number: number; hash: string; used_at: string | null }

/** A WebAuthn credential. `id` is the credential's id, base64url. */
export type PasskeyTable = {
  id: string
  user_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON list of the browser's names. */
  transports: string
  name: string
  is_backed_up: number
  created_at: string
  last_used_at: string | null
}

/** Consecutive wrong guesses, counted per kind. */
export type ProofFailureTable = {
  user_id: string
  kind: 'code' | 'password'
  failures: number
  locked_until: string | null
}

/** A challenge for the browser: the second step of a sign-in, or a signature by a passkey. */
export type SignInChallengeTable = {
  id: string
  purpose:
    | 'second_step'
    | 'passkey_sign_in'
    | 'passkey_add'
    | 'passkey_proof'
    | 'identity_link'
    // Confirmed once per session: the purpose for which it downloads files with personal data.
    | 'report_download'
  /** JSON whose format depends on the purpose. */
  value: string
  user_id: string | null
  tries: number
  created_at: string
  expires_at: string
  used_at: string | null
}
