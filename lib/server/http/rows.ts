import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import type { PanelOperation } from '@/lib/contract/panel-operation'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import { type PanelOperationName, panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { createRouter, PLAIN_SEGMENT } from '@/lib/http/router'

export type ServiceRow = { readonly name: OperationName; readonly operation: Operation }
export type PanelRow = { readonly name: PanelOperationName; readonly operation: PanelOperation }

/** Paths begin with /v1. */
export const serviceRows = createRouter<ServiceRow>(
  operationNames.map((name) => ({ name, operation: operationOf(name) })),
  { segment: PLAIN_SEGMENT, hasHead: true },
)

/** Paths begin with /panel. */
export const panelRows = createRouter<PanelRow>(
  panelOperationNames.map((name) => ({ name, operation: panelOperationOf(name) })),
  { segment: PLAIN_SEGMENT, hasHead: false },
)
