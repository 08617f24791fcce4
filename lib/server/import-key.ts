import 'server-only'
import { importKeyOf } from '@/lib/features/keys/import-key'

import type { PanelSession } from './auth'
import { getRuntime } from './runtime'

/** The key of the signed-in user for what an import leaves in the browser: in one account it is not there for the other. */
export const importKeyOfSession = ({ user, account }: PanelSession) =>
  importKeyOf(getRuntime().secret, `${account.id} ${user.id}`)
