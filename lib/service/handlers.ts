import type { OperationName } from '@/lib/contract/table'

import { bzpHandlers } from './bzp'
import type { Handler } from './context'
import { crbrHandlers } from './crbr'
import { eventHandlers } from './events'
import { filterHandlers } from './filters'
import { graphHandlers } from './graph'
import { keyHandlers } from './keys'
import { knfHandlers } from './knf'
import { krsHandlers } from './krs'
import { monitorHandlers } from './monitors'
import { msigHandlers } from './msig'
import { rdfHandlers } from './rdf'
import { recordHandlers } from './records'
import { lookUpRecords } from './records-lookup'
import { reportHandlers } from './reports'
import { riskHandlers } from './risk'
import { searchHandlers } from './search'
import { streamHandlers } from './stream'
import { sudopHandlers } from './sudop'
import { uokikHandlers } from './uokik'
import { usageHandlers } from './usage'
import { whiteListHandlers } from './white-list'

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
  ...graphHandlers,
  ...riskHandlers,
  ...searchHandlers,
  ...streamHandlers,
  ...msigHandlers,
  ...knfHandlers,
  ...sudopHandlers,
  ...rdfHandlers,
  ...crbrHandlers,
  ...whiteListHandlers,
  ...krsHandlers,
  ...uokikHandlers,
  'records.get': lookUpRecords,
}
