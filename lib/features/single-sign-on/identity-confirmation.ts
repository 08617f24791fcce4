import * as z from 'zod'

import { roles } from '@/lib/domain/roles'
import { verifyPassword } from '@/lib/features/auth/passwords'
import { findUser } from '@/lib/features/members/statements/users'

import { missingGroupsReasons } from './provider-person'
import { type Browser, enterAsMember, type SingleSignOnResult, type SingleSignOnStore } from './single-sign-on'
import { closeIdentityLink, findIdentityLink, countIdentityLinkTry } from './statements'

/** Number of passwords that may be tried per sign-in at the provider. */
export const LINK_TRIES = 5

const storedPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles).optional(),
  groupsUnsaid: z.enum(missingGroupsReasons).optional(),
  provedAt: z.string().optional(),
})

/** The user whose password is required; undefined if there is nothing to confirm. */
export async function readIdentityLink(
  { storage, now }: SingleSignOnStore,
  linkId: string,
): Promise<string | undefined> {
  const link = await findIdentityLink(storage.db, linkId, now.toISOString())
  const user = link?.user_id ? await findUser(storage.db, link.user_id) : undefined
  return user?.email
}

export type ConfirmedIdentity =
  | SingleSignOnResult
  /** `over`: too many wrong passwords, or too late; the user has to start again at the provider. */
  | { readonly ok: false; readonly reason: 'password' | 'over' }

/** Links a provider's person to the user whose password they enter. */
export async function confirmIdentity(
  store: SingleSignOnStore,
  { linkId, password }: { readonly linkId: string; readonly password: string },
  from: Browser,
): Promise<ConfirmedIdentity> {
  const { db } = store.storage
  const now = store.now.toISOString()
  const link = await countIdentityLinkTry(db, linkId, { now, maxTries: LINK_TRIES })
  const user = link?.user_id ? await findUser(db, link.user_id) : undefined
  if (!link || !user || user.disabled_at !== null) return { ok: false, reason: 'over' }
  if (!(await verifyPassword(user.password_hash, password))) {
    return { ok: false, reason: link.tries >= LINK_TRIES ? 'over' : 'password' }
  }
  if (!(await closeIdentityLink(db, linkId, now))) return { ok: false, reason: 'over' }
  const { role, provedAt, groupsUnsaid: reason, ...person } = storedPerson.parse(JSON.parse(link.value))
  return enterAsMember(store, { user, person: { ...person, role, provedAt, groupsUnsaid: reason }, from })
}
