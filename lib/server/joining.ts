import 'server-only'
import { confirmEmail, type EmailLinkState, readEmailLink } from '@/lib/features/auth/one-time-links'
import { isPasswordQueueFull } from '@/lib/features/auth/password-queue'
import { switchSession } from '@/lib/features/auth/statements/sessions'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { type InvitationState, readInvitation } from '@/lib/features/members/invitations'
import { joinByInvitation } from '@/lib/features/members/joining'

import { clientAddress } from './http/client-address'
import { getRuntime } from './runtime'
import type { PanelSession } from './session'

export const findInvitationOf = (token: string): Promise<InvitationState> =>
  readInvitation(getRuntime().storage.db, token, new Date())

type Newcomer = { readonly name: string; readonly password: string }

/** Joins the account of an invitation: a signed-in person switches to it at once, a new user sets a password. */
export async function joinWith(token: string, person: PanelSession | Newcomer, headers: Headers) {
  const { storage, mail, log } = getRuntime()
  const now = new Date()
  const input = { token, address: clientAddress(headers), now, mail }
  if (!('user' in person)) {
    const state = await joinByInvitation(storage, { ...input, newcomer: person }).catch(openIfQueueFull)
    if (state === 'joined') deliverSoon({ storage, mail, log, now })
    return state
  }
  const invitation = await findInvitationOf(token)
  const state = await joinByInvitation(storage, { ...input, userId: person.user.id })
  if (state === 'joined' && invitation.state === 'open') {
    const to = { id: person.id, accountId: invitation.accountId, userId: person.user.id }
    await switchSession(storage.db, to, now.toISOString())
  }
  return state
}

/** Too many passwords are being hashed. The invitation is not used up, so the person can try again. */
function openIfQueueFull(error: unknown): 'open' {
  if (isPasswordQueueFull(error)) return 'open'
  throw error
}

export const findEmailLink = (token: string): Promise<EmailLinkState> =>
  readEmailLink(getRuntime().storage.db, token, new Date())

export const confirmEmailWith = (token: string, headers: Headers): Promise<EmailLinkState> =>
  confirmEmail(getRuntime().storage, { token, address: clientAddress(headers) }, new Date())
