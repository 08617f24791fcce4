import { maskForLog } from '@/lib/http/mask-personal'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'

export const keyActor = ({ prefix, last_four: lastFour, name }: ApiKeyTable): string =>
  `key:${prefix}…${lastFour} ${String(maskForLog(name))}`
