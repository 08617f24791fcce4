import { noticeMail, wantsMail } from '@/lib/features/members/people-mail'
import { findUser } from '@/lib/features/members/statements/users'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import type { Storage } from '@/lib/storage/storage'

import { findSession, isKnownDevice } from './statements/sessions'

/**
 * Mails a user about a sign-in from a new device, based on the sessions of the last week. The very first sign-in is not
 * reported.
 */
export async function putNewDeviceMail({ db }: Pick<Storage, 'db'>, sessionId: string, now: Date): Promise<void> {
  const session = await findSession(db, sessionId)
  const user = session && (await findUser(db, session.user_id))
  if (!user || !wantsMail(user, 'new_device') || (await isKnownDevice(db, session))) return
  const facts = { at: session.created_at, address: session.address, device: session.device }
  const words = noticeMail(localeOf(user), 'newDevice', facts)
  await putPersonMail(db, { accountId: session.account_id, to: user.email, words, now })
}
