import 'server-only'
import { type Sealer, sealerFor } from '@/lib/panel/personal/personal-seal'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

export const sessionSealer = ({ account }: Pick<PanelSession, 'account'>): Sealer =>
  sealerFor(getRuntime().secret, account.id)
