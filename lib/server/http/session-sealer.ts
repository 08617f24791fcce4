import 'server-only'
import { type Sealer, sealerFor } from '@/lib/features/personal-data/personal-seal'
import { openWithAny } from '@/lib/panel/secrets/panel-secrets'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

/** Keeps encrypted cursors and encrypted values of the account apart. */
const MARK = 'cursor '

/**
 * Encrypts a cursor for the browser. A cursor holds the sort key of its list, which may contain a personal number, and
 * with forged ones a caller could find out where a hidden value sorts.
 */
export const sealCursor = (session: PanelSession, cursor: string): string =>
  sessionSealer(session).seal(`${MARK}${cursor}`)

/** Undefined for a cursor that this panel did not issue to this account. */
export function openCursor(session: PanelSession, token: string): string | undefined {
  const text = sessionSealer(session).open(token)
  return text?.startsWith(MARK) === true ? text.slice(MARK.length) : undefined
}

/** Encrypts under the newest secret and also decrypts texts of the previous one. */
export function sessionSealer({ account }: Pick<PanelSession, 'account'>): Sealer {
  const { secrets } = getRuntime()
  return {
    seal: sealerFor(secrets.current(), account.id).seal,
    open: (token) => openWithAny(secrets, (secret) => sealerFor(secret, account.id).open(token)),
  }
}
