import * as z from 'zod'

import { monitor } from '@/lib/contract/monitors'
import { type PanelOperation } from '@/lib/contract/panel-operation'
import { count, instant, limit, line, uuid } from '@/lib/contract/values'
import { forPersonal } from '@/lib/features/personal-data/contract'

export const DEFAULT_RETENTION_MONTHS = 12
export const MAX_RETENTION_MONTHS = 120
export const MAX_RENEWALS = 1000
export const MAX_RETENTION_DELETES = 100
export const MAX_REASON_LENGTH = 500

const renewal = z.object({ at: instant, by: z.string(), reason: z.string() })

/** A monitor of a person whose purpose was not renewed within the account's period. */
export const overdueMonitor = monitor
  .pick({
    id: true,
    identifier_type: true,
    identifier_value: true,
    subject_name: true,
    label: true,
    tags: true,
    created_at: true,
  })
  .extend({ renewed: renewal.nullable() })
export type OverdueMonitor = z.infer<typeof overdueMonitor>

const months = z.number().int().min(1).max(MAX_RETENTION_MONTHS)
const reason = line(MAX_REASON_LENGTH).min(3)

export const retentionOperations = {
  'retention.list': {
    ...forPersonal.get,
    path: '/panel/retention',
    summary: 'Monitors of persons beyond the retention period, the longest overdue first',
    query: z.object({ limit: limit(1000, 200) }),
    response: z.object({ months, persons: count, overdue: count, items: z.array(overdueMonitor) }),
  },
  'retention.setMonths': {
    ...forPersonal.put,
    path: '/panel/retention/settings',
    summary: 'How many months a person may be watched without renewing the purpose',
    body: z.object({ months }),
    response: z.object({ months }),
  },
  'retention.renew': {
    ...forPersonal.post,
    path: '/panel/retention/renew',
    summary: 'Renew the purpose of watching these persons, from now on',
    idempotent: false,
    body: z.object({ ids: z.array(uuid).min(1).max(MAX_RENEWALS), reason }),
    response: z.object({ renewed: count }),
  },
  'retention.delete': {
    ...forPersonal.post,
    path: '/panel/retention/delete',
    summary: 'Delete the monitors of persons without a purpose',
    invalidates: ['panel.retention', 'monitors', 'usage.summary'],
    body: z.object({ ids: z.array(uuid).min(1).max(MAX_RETENTION_DELETES) }),
    response: z.object({ deleted: count }),
  },
} as const satisfies Record<string, PanelOperation>
