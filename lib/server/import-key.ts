import 'server-only'
import { importKeyOf } from '@/lib/panel/access/import-key'

import type { PanelSession } from './auth'
import { getRuntime } from './runtime'

/** The key of the signed-in user for what an import leaves in the browser. */
export const importKeyOfSession = ({ user }: PanelSession) => importKeyOf(getRuntime().secret, user.id)
