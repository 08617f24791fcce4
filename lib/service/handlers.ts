import type { OperationName } from '@/lib/contract/table'

import { bzpHandlers } from './bzp'
import type { Handler } from './context'
import { eventHandlers } from './events'
import { filterHandlers } from './filters'
import { keyHandlers } from './keys'
import { monitorHandlers } from './monitors'
import { recordHandlers } from './records'
import { reportHandlers } from './reports'
import { usageHandlers } from './usage'

/** Exhaustive by type: a contract row without a handler does not compile. */
export const handlers: { readonly [N in OperationName]: Handler<N> } = {
  ...usageHandlers,
  ...keyHandlers,
  ...monitorHandlers,
  ...eventHandlers,
  ...filterHandlers,
  ...reportHandlers,
  ...bzpHandlers,
  ...recordHandlers,
}
