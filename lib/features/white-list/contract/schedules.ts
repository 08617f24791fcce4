import * as z from 'zod'

import { tag } from '@/lib/contract/monitors'
import { type PanelOperation, forReaders, forWriters } from '@/lib/contract/panel-operation'
import { byId, count, instant, line, noAnswer, uuid } from '@/lib/contract/values'

import { MAX_WHITE_LIST_ROWS } from './runs'

export const MAX_WHITE_LIST_SCHEDULES = 50
export const whiteListRhythms = ['daily', 'weekly'] as const

export const whiteListScheduleBody = z.object({
  name: line(80).min(1),
  /** The monitors with this tag are checked by NIP or KRS. */
  tag,
  rhythm: z.enum(whiteListRhythms),
  /** Day of a weekly check; 0 is Sunday. */
  weekday: z.number().int().min(0).max(6).default(1),
  /** Hour, Warsaw time. */
  hour: z.number().int().min(0).max(23),
  /** Maximum number of queries per check; a tag with more numbers is not checked at all. */
  budget_units: z.number().int().min(1).max(MAX_WHITE_LIST_ROWS),
  after_midnight: z.boolean().default(true),
  enabled: z.boolean().default(true),
})
export type WhiteListScheduleBody = z.infer<typeof whiteListScheduleBody>

export const whiteListScheduleOutcomes = [
  'started',
  'over_budget',
  'no_numbers',
  'still_running',
  'payer',
  'unreachable',
] as const
/** Why the panel stopped the schedule; it continues once a user who may spend saves it. */
export const whiteListStopReasons = ['over_budget', 'payer'] as const

export const whiteListSchedule = whiteListScheduleBody.extend({
  id: uuid,
  created_by: z.string(),
  created_at: instant,
  updated_at: instant,
  stopped: z.object({ reason: z.enum(whiteListStopReasons), at: instant }).nullable(),
  /** Null if the schedule is disabled or stopped. */
  next_at: instant.nullable(),
  last: z
    .object({
      at: instant,
      outcome: z.enum(whiteListScheduleOutcomes),
      run_id: uuid.nullable(),
      /** Numbers that the tag had at that time. */
      numbers: count.nullable(),
    })
    .nullable(),
})
export type WhiteListSchedule = z.infer<typeof whiteListSchedule>

export const whiteListScheduleOperations = {
  'whiteListSchedules.list': {
    ...forReaders.get,
    path: '/panel/white-list-schedules',
    summary: 'White-list schedules, by name',
    response: z.object({ items: z.array(whiteListSchedule) }),
  },
  'whiteListSchedules.scope': {
    ...forReaders.get,
    path: '/panel/white-list-scope',
    summary: 'How many different numbers the monitors of a tag have, free of charge',
    query: z.object({ tag }),
    response: z.object({
      numbers: count,
      /** Monitors of the tag without a NIP or KRS. */
      without: count,
    }),
  },
  'whiteListSchedules.create': {
    ...forWriters.post,
    spends: true,
    path: '/panel/white-list-schedules',
    summary: 'Create a schedule that checks the monitors of a tag, within a budget',
    status: 201,
    idempotent: false,
    body: whiteListScheduleBody,
    response: whiteListSchedule,
  },
  'whiteListSchedules.update': {
    ...forWriters.put,
    spends: true,
    path: '/panel/white-list-schedules/{id}',
    summary: 'Replace a schedule, and resume it if it stopped; 409 `schedule_changed` after another edit',
    params: byId,
    body: whiteListScheduleBody.extend({ updated_at: instant.optional() }),
    response: whiteListSchedule,
  },
  'whiteListSchedules.pause': {
    ...forWriters.post,
    path: '/panel/white-list-schedules/{id}/pause',
    summary: 'Turn a schedule off',
    params: byId,
    response: whiteListSchedule,
  },
  'whiteListSchedules.delete': {
    ...forWriters.delete,
    ...noAnswer,
    path: '/panel/white-list-schedules/{id}',
    summary: 'Delete a schedule; its checks stay',
    params: byId,
  },
} as const satisfies Record<string, PanelOperation>
