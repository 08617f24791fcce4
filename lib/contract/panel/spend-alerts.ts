import * as z from 'zod'

import { locales } from '@/lib/domain/format/locales'
import { uniqueMailboxes } from '@/lib/domain/mailbox'
import { alertBases, alertMeasures } from '@/lib/domain/usage/spend-alert'

import { everyone } from '../operation'
import { count, instant, noContent, uuid } from '../values'
import { type PanelOperation, panelRow } from './operation'

export const MAX_RECIPIENTS = 10
export const MAX_THRESHOLDS = 10
export const MAX_ALERTS = 20
const MAX_PERCENT = 500
const MAX_PLN = 100_000

const money = ['owner', 'finance'] as const

const isSet = (list: readonly unknown[]) => new Set(list).size === list.length

/** Only what one mailbox is: no names, no lists, no line breaks. */
const address = z.string().trim().max(254).pipe(z.email())

export const alertBody = z
  .object({
    measure: z.enum(alertMeasures),
    basis: z.enum(alertBases),
    thresholds: z
      .array(z.number().int().min(1).max(MAX_PLN))
      .min(1)
      .max(MAX_THRESHOLDS)
      .refine(isSet, 'Each threshold once'),
    /** A mailbox that is given twice, in other capitals, gets one copy. */
    recipients: z.array(address).min(1).max(MAX_RECIPIENTS).transform(uniqueMailboxes),
    language: z.enum(locales),
    enabled: z.boolean(),
  })
  .refine(({ basis, thresholds }) => basis === 'pln' || thresholds.every((each) => each <= MAX_PERCENT), {
    path: ['thresholds'],
    message: `At most ${MAX_PERCENT}%`,
  })
export type AlertBody = z.infer<typeof alertBody>

export const spendAlert = z.object({
  id: uuid,
  measure: z.enum(alertMeasures),
  basis: z.enum(alertBases),
  thresholds: z.array(count),
  /** Null for roles that may not change alerts: addresses are of no use to them. */
  recipients: z.array(z.string()).nullable(),
  recipient_count: count,
  language: z.enum(locales),
  enabled: z.boolean(),
  created_by: z.string(),
  updated_at: instant,
})
export type SpendAlert = z.infer<typeof spendAlert>

/** How one e-mail fared. `unsent`: there was no SMTP server, or the alert no longer writes to the address. */
export const delivery = z.object({
  recipient: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'failed', 'unsent']),
  attempts: count,
  error: z.string().nullable(),
  sent_at: instant.nullable(),
  /** When it is tried again; null when it is not. */
  next_at: instant.nullable(),
})
export type Delivery = z.infer<typeof delivery>

/** A threshold that was reached. Without deliveries a higher one of the same moment spoke for it. */
export const firing = z.object({
  id: uuid,
  at: instant,
  period_start: instant,
  measure: z.enum(alertMeasures),
  basis: z.enum(alertBases),
  threshold: count,
  /** Null where the service did not say. */
  grosz: count.nullable(),
  units: count.nullable(),
  deliveries: z.array(delivery),
})
export type Firing = z.infer<typeof firing>

const byId = z.object({ id: uuid })

export const spendAlertOperations = {
  'spendAlerts.list': {
    ...panelRow,
    method: 'GET',
    path: '/panel/spend-alerts',
    summary: 'Alerts on spending, and what they have said lately; `smtp`: whether e-mail can be sent',
    roles: everyone,
    response: z.object({ smtp: z.boolean(), items: z.array(spendAlert), firings: z.array(firing) }),
  },
  'spendAlerts.create': {
    ...panelRow,
    method: 'POST',
    execution: 'writes',
    path: '/panel/spend-alerts',
    summary: 'Add an alert; thresholds that are reached already are said at once',
    status: 201,
    idempotent: false,
    roles: money,
    body: alertBody,
    response: spendAlert,
  },
  'spendAlerts.update': {
    ...panelRow,
    method: 'PUT',
    execution: 'writes',
    path: '/panel/spend-alerts/{id}',
    summary: 'Replace an alert; what it has said in this period is not said again',
    roles: money,
    params: byId,
    body: alertBody,
    response: spendAlert,
  },
  'spendAlerts.delete': {
    ...panelRow,
    method: 'DELETE',
    execution: 'writes',
    path: '/panel/spend-alerts/{id}',
    summary: 'Remove an alert; what it has said stays listed',
    status: 204,
    produces: 'none',
    roles: money,
    params: byId,
    response: noContent,
  },
  'spendAlerts.test': {
    ...panelRow,
    method: 'POST',
    execution: 'writes',
    path: '/panel/spend-alerts/{id}/test',
    summary: 'Send a test e-mail to the recipients now, once; 503 without an SMTP server',
    idempotent: false,
    roles: money,
    params: byId,
    response: z.object({ deliveries: z.array(delivery) }),
  },
} as const satisfies Record<string, PanelOperation>
