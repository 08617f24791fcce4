import type { OperationName } from '@/lib/contract/table'

import { keyHandlers } from './accounts/keys'
import { bzpHandlers } from './bzp/bzp'
import { rdfHandlers } from './documents/rdf'
import type { Handler } from './http/context'
import { usageHandlers } from './metering/usage'
import { eventHandlers } from './monitors/events'
import { filterHandlers } from './monitors/filters'
import { monitorHandlers } from './monitors/monitors'
import { crbrHandlers } from './registers/crbr'
import { graphHandlers } from './registers/graph'
import { krsHandlers } from './registers/krs'
import { msigHandlers } from './registers/msig'
import { recordHandlers } from './registers/records'
import { lookUpRecords } from './registers/records-lookup'
import { listedRegisterHandlers } from './registers/register-list'
import { riskHandlers } from './registers/risk'
import { searchHandlers } from './registers/search'
import { whiteListHandlers } from './registers/white-list'
import { reportHandlers } from './reports/reports'
import { streamHandlers } from './streams/stream'

/** Exhaustive by type: an operation of the contract without a handler does not compile. */
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
  ...listedRegisterHandlers,
  ...rdfHandlers,
  ...crbrHandlers,
  ...whiteListHandlers,
  ...krsHandlers,
  'records.get': lookUpRecords,
}
