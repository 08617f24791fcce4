import * as z from 'zod'

import { type PanelOperation, forOwners, forReaders } from '@/lib/contract/panel-operation'
import { byId, count, fileOf, line, noAnswer, paging, repeated, uuid } from '@/lib/contract/values'
import { ruleRecipientOptions } from '@/lib/features/rules/contract/rules'

import {
  MAX_CHANGED_MATCHES,
  MAX_IMPORTED_ALERTS,
  MAX_NOTE_LENGTH,
  MAX_DISMISSAL_LENGTH,
  bzpAlert,
  bzpMatch,
  bzpWatch,
  importRefusal,
  matchStates,
} from './alerts'

export const bzpAlertOperations = {
  'bzpAlerts.list': {
    ...forReaders.get,
    path: '/panel/bzp-alerts',
    summary: 'Saved alerts that the user sees, by name: rules of kind `tender`, which `rules` saves, changes and tests',
    response: ruleRecipientOptions.extend({ items: z.array(bzpAlert), watch: bzpWatch }),
  },
  'bzpAlerts.unseen': {
    ...forReaders.get,
    path: '/panel/bzp-alerts/unseen',
    summary: 'How many procedures were found since the user last viewed them, over all alerts that they can see',
    /** `is_least`: the count stopped at a limit, so there may be more. */
    response: z.object({ unseen: count, is_least: z.boolean() }),
  },
  'bzpAlerts.look': {
    ...forReaders.post,
    ...noAnswer,
    path: '/panel/bzp-alerts/{id}/look',
    summary: 'Mark the found procedures as viewed by the user, up to a number',
    params: byId,
    body: z.object({ up_to: count }),
  },
  'bzpAlerts.import': {
    ...forReaders.post,
    path: '/panel/bzp-alerts/import',
    summary: 'Save the alerts of a file; each is accepted or refused separately',
    idempotent: false,
    maxBodyBytes: 8_000_000,
    body: z.object({ items: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ALERTS) }),
    response: z.object({
      saved: count,
      refused: z.array(importRefusal),
    }),
  },
  'bzpAlerts.setBudget': {
    ...forOwners.put,
    path: '/panel/bzp-watch',
    withoutProof: 'It changes how much may be spent, but not who may spend it.',
    summary: 'How many units a month the panel may use up to read notices of a remote service',
    invalidates: ['panel.bzpAlerts.list'],
    body: z.object({ budget_units: count.max(1_000_000) }),
    response: bzpWatch,
  },
  'bzpMatches.list': {
    ...forReaders.get,
    path: '/panel/bzp-matches',
    summary: 'Procedures that alerts found, the newest first',
    query: z.object({
      /** Defaults to all alerts that the user sees. */
      alert: repeated(uuid),
      state: z.enum(matchStates).default('open'),
      /** Limits the list to one procedure. */
      tender: line(200).optional(),
      q: line(200).min(2).optional(),
      ...paging(500, 50),
    }),
    response: z.object({
      items: z.array(bzpMatch),
      /** Number of procedures. A procedure found by several alerts counts once but is several items. */
      total: count,
      next_cursor: z.string().nullable(),
      /** Highest current match number; passing it to `look` marks everything as seen. */
      up_to: count,
    }),
  },
  'bzpMatches.update': {
    ...forReaders.post,
    path: '/panel/bzp-matches/update',
    summary: 'Mark procedures as read or starred, dismiss them, assign them to a colleague, add a note',
    invalidates: ['panel.bzpAlerts.unseen'],
    body: z.object({
      items: z
        .array(z.object({ alert_id: uuid, tender_id: z.string().min(1).max(200) }))
        .min(1)
        .max(MAX_CHANGED_MATCHES),
      change: z
        .object({
          is_read: z.boolean(),
          is_starred: z.boolean(),
          /** Null restores the match. */
          dismissed: z.object({ reason: line(MAX_DISMISSAL_LENGTH).nullable() }).nullable(),
          assignee: uuid.nullable(),
          note: z.string().trim().max(MAX_NOTE_LENGTH).nullable(),
        })
        .partial()
        .refine((change) => Object.keys(change).length > 0, 'Nothing to change'),
    }),
    response: z.object({ items: z.array(bzpMatch) }),
  },
  'bzpMatches.calendar': {
    ...forReaders.get,
    path: '/panel/bzp-matches/calendar',
    summary: 'Deadlines for offers in found procedures that nobody dismissed, as iCalendar',
    ...fileOf('text/calendar'),
    query: z.object({
      alert: repeated(uuid),
      state: z.enum(matchStates).default('open'),
      tender: z.string().max(200).optional(),
    }),
  },
} as const satisfies Record<string, PanelOperation>
