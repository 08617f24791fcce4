import type { UserTable } from '@/lib/storage/people/tables'

type NewUser = {
  readonly id: string
  readonly email: string
  readonly passwordHash: string | null
  readonly at: string
}

/** The row of a person who has chosen nothing yet. */
export const newUser = ({ id, email, passwordHash, at }: NewUser): UserTable => ({
  id,
  email,
  name: null,
  locale: null,
  theme: null,
  password_hash: passwordHash,
  password_set_at: passwordHash === null ? null : at,
  created_at: at,
  disabled_at: null,
  muted_mail: '[]',
})
