import { openKey, sealKey } from '@/lib/panel/secrets/key-custody'
import { openWithAny, type PanelSecrets } from '@/lib/panel/secrets/panel-secrets'
import type { Db } from '@/lib/storage/storage'

import { stepOfCode } from './authenticator-app'
import { consumeRecoveryCode } from './recovery-codes'
import { findAuthenticatorApp, claimStep } from './statements/authenticator-apps'
import { listPasskeysOf } from './statements/passkeys'
import { countRecoveryCodes } from './statements/recovery-codes'
import type { AuthenticatorAppTable, PasskeyTable } from './tables'

export type Factors = {
  /** Only set once it is confirmed. */
  readonly app: AuthenticatorAppTable | undefined
  readonly passkeys: readonly PasskeyTable[]
}

export async function readFactors(db: Db, userId: string): Promise<Factors> {
  const [app, passkeys] = await Promise.all([findAuthenticatorApp(db, userId), listPasskeysOf(db, userId)])
  return { app: app?.confirmed_at ? app : undefined, passkeys }
}

export const countFactors = ({ app, passkeys }: Factors): number => passkeys.length + (app === undefined ? 0 : 1)

export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  countFactors(await readFactors(db, userId)) > 0

/** Whether a person can prove their identity by a code of an app or a recovery code. */
export async function hasCodes(db: Db, userId: string, { app }: Factors): Promise<boolean> {
  return app !== undefined || (await countRecoveryCodes(db, userId)).left > 0
}

/** The user id is part of the seal: a row copied to another person cannot be opened. */
export const sealAppSecret = (secrets: PanelSecrets, userId: string, appSecret: string): string =>
  sealKey(secrets.current(), userId, appSecret)
export const openAppSecret = (secrets: PanelSecrets, userId: string, sealed: string): string | undefined =>
  openWithAny(secrets, (secret) => openKey(secret, userId, sealed))

export type CodeFactor = 'app' | 'recovery'
type Guess = { readonly secrets: PanelSecrets; readonly userId: string; readonly code: string }

/** Uses up a code and returns its kind; undefined if it is not valid. The caller has counted the guess. */
export async function consumeCode(
  db: Db,
  { secrets, userId, code }: Guess,
  now: Date,
): Promise<CodeFactor | undefined> {
  const plain = code.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(plain))
    return (await consumeAppCode(db, { secrets, userId, code: plain }, now)) ? 'app' : undefined
  return (await consumeRecoveryCode(db, { userId, text: code }, now)) ? 'recovery' : undefined
}

async function consumeAppCode(db: Db, { secrets, userId, code }: Guess, now: Date): Promise<boolean> {
  const app = await findAuthenticatorApp(db, userId)
  const appSecret = app?.confirmed_at ? openAppSecret(secrets, userId, app.sealed_secret) : undefined
  const step = appSecret === undefined ? undefined : stepOfCode(appSecret, code, now)
  return step !== undefined && claimStep(db, { userId, step, at: now.toISOString() })
}
