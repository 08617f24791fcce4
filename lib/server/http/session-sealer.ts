import 'server-only'
import { openWithAny } from '@/lib/panel/access/panel-secrets'
import { type Sealer, sealerFor } from '@/lib/panel/personal/personal-seal'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

/** Sealed under the newest secret; what was sealed under the one before is opened too. */
export function sessionSealer({ account }: Pick<PanelSession, 'account'>): Sealer {
  const { secrets } = getRuntime()
  return {
    seal: sealerFor(secrets.current(), account.id).seal,
    open: (token) => openWithAny(secrets, (secret) => sealerFor(secret, account.id).open(token)),
  }
}
