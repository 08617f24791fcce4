import 'server-only'
import { type Sealer, sealerFor } from '@/lib/features/personal-data/personal-seal'
import { openWithAny } from '@/lib/panel/secrets/panel-secrets'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

/** So that no other sealed text of the account passes for a cursor, nor a cursor for a value. */
const MARK = 'cursor '

/**
 * A cursor holds what its list is in order of, which may be a name with a personal number in it; and one that somebody made up would
 * tell on which side of it such a name stands. So the browser gets it sealed, and only what was sealed is taken back.
 */
export const sealCursor = (session: PanelSession, cursor: string): string =>
  sessionSealer(session).seal(`${MARK}${cursor}`)

/** Undefined for one that this panel did not give out to this account. */
export function openCursor(session: PanelSession, token: string): string | undefined {
  const text = sessionSealer(session).open(token)
  return text?.startsWith(MARK) === true ? text.slice(MARK.length) : undefined
}

/** Sealed under the newest secret; what was sealed under the one before is opened too. */
export function sessionSealer({ account }: Pick<PanelSession, 'account'>): Sealer {
  const { secrets } = getRuntime()
  return {
    seal: sealerFor(secrets.current(), account.id).seal,
    open: (token) => openWithAny(secrets, (secret) => sealerFor(secret, account.id).open(token)),
  }
}
