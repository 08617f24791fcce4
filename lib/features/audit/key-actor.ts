import { maskForLog } from '@/lib/http/mask-personal'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'

/** How the log names a key that acts: what is shown of it, and its name. */
export const keyActor = ({ prefix, last_four: lastFour, name }: ApiKeyTable): string =>
  `key:${prefix}…${lastFour} ${String(maskForLog(name))}`
