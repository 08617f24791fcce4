import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { type PanelOperationName, panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { createRouter, PLAIN_SEGMENT } from '@/lib/http/router'

export type ServiceRoute = { readonly name: OperationName; readonly operation: Operation }
export type PanelRoute = { readonly name: PanelOperationName; readonly operation: PanelOperation }

/** Paths begin with /v1. */
export const serviceRouter = createRouter<ServiceRoute>(
  operationNames.map((name) => ({ name, operation: operationOf(name) })),
  { segment: PLAIN_SEGMENT, hasHead: true },
)

/** Paths begin with /panel. */
export const panelRouter = createRouter<PanelRoute>(
  panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
  { segment: PLAIN_SEGMENT, hasHead: false },
)
