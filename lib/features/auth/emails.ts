import * as z from 'zod'

import { normaliseMailbox } from '@/lib/domain/mailbox'
import type { UserTable } from '@/lib/features/members/tables'

/** Normalises an e-mail for storing and comparing, because users do not remember how they capitalised it. */
export const normaliseEmail = (email: string): string => normaliseMailbox(email).slice(0, 254)

export const isEmail = (email: string): boolean => z.email().max(254).safeParse(email).success

type NewUser = {
  readonly id: string
  readonly email: string
  readonly passwordHash: string | null
  readonly at: string
}

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
