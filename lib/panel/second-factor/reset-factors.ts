import { deleteAuthenticatorApp } from '@/lib/storage/people/authenticator-apps'
import { deletePasskeysOf } from '@/lib/storage/people/passkeys'
import { forgetProofFailures } from '@/lib/storage/people/proof-failures'
import { deleteRecoveryCodes } from '@/lib/storage/people/recovery-codes'
import { revokeSessionsOf } from '@/lib/storage/people/sessions'
import type { Db } from '@/lib/storage/storage'

/** Takes everything but the password off a person; their sessions end everywhere. False: there was nothing. Within a transaction. */
export async function resetSecondFactor(db: Db, userId: string, at: string): Promise<boolean> {
  const hadApp = await deleteAuthenticatorApp(db, userId)
  const passkeys = await deletePasskeysOf(db, userId)
  await deleteRecoveryCodes(db, userId)
  await forgetProofFailures(db, { user_id: userId, kind: 'code' })
  const isChanged = hadApp || passkeys > 0
  if (isChanged) await revokeSessionsOf(db, { userId }, at)
  return isChanged
}
