import 'server-only'
import { deriveImportSeal } from '@/lib/features/keys/import-key'

import type { PanelSession } from './auth'
import { getRuntime } from './runtime'

/**
 * The key that encrypts a user's import in the browser. It differs by account, so that an import of one account is not
 * readable in another.
 */
export const importKeyOfSession = ({ user, account }: PanelSession) =>
  deriveImportSeal(getRuntime().secret, `${account.id} ${user.id}`)
