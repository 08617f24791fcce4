/** Who signs in, what they may do in which account, and how they prove who they are. Conventions: `lib/storage/tables.ts`. */
export type PeopleTables = {
  users: UserTable
  members: MemberTable
  invitations: InvitationTable
  sessions: SessionTable
  one_time_links: OneTimeLinkTable
  authenticator_apps: AuthenticatorAppTable
  recovery_codes: RecoveryCodeTable
  passkeys: PasskeyTable
  sign_in_challenges: SignInChallengeTable
  proof_failures: ProofFailureTable
  identities: IdentityTable
  account_settings: AccountSettingsTable
}

type StoredRole = 'owner' | 'finance' | 'compliance' | 'viewer'

/** A person, whatever accounts they work in. */
export type UserTable = {
  id: string
  email: string
  name: string | null
  locale: string | null
  theme: string | null
  password_hash: string | null
  password_set_at: string | null
  created_at: string
  /** By the operator, in every account. */
  disabled_at: string | null
  /** JSON list: the kinds of mail that the person does not want. */
  muted_mail: string
}

/** A person in one account. */
export type MemberTable = {
  account_id: string
  user_id: string
  role: StoredRole
  created_at: string
  /** By an owner, in this account only. */
  disabled_at: string | null
  last_seen_at: string | null
}

/** A person who is asked to join. Open until it is accepted, withdrawn or expired. */
export type InvitationTable = {
  id: string
  account_id: string
  email: string
  role: StoredRole
  /** Of the token in the link that was sent last. */
  sha256: string
  /** The user who asks. */
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
  is_mailed: number
}

export type SessionTable = {
  id: string
  user_id: string
  /** The account that the person works in now. */
  account_id: string
  /** How it was begun. */
  method: 'password' | 'passkey' | 'sso'
  address: string
  /** What the browser calls itself, shortened. */
  device: string
  created_at: string
  last_seen_at: string
  /** When the person proved last who they are. */
  proved_at: string
  expires_at: string
  revoked_at: string | null
  /** 1: a second factor, or a passkey that asked for the person, was shown in it. */
  second_factor: number
}

export type OneTimeLinkTable = {
  sha256: string
  user_id: string
  purpose: 'sign_up' | 'reset' | 'email'
  created_at: string
  expires_at: string
  /** The address that is confirmed by it. */
  email: string | null
  used_at: string | null
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

/** A person as an OpenID provider knows them. */
export type IdentityTable = {
  issuer: string
  subject: string
  user_id: string
  created_at: string
  last_used_at: string | null
  /** Since when the provider says no groups of the person; null: it does, or roles do not go by them. */
  groups_unsaid_at: string | null
}

/** What an owner decided for the account; null: what is usual. */
export type AccountSettingsTable = {
  account_id: string
  second_factor_required_at: string | null
  session_idle_minutes: number | null
  /** JSON list of roles: who may spend units in the panel. */
  spending_roles: string | null
  event_months: number | null
  audit_months: number | null
  draft_days: number | null
}
