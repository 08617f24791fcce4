import * as z from 'zod'

import { filterContent } from '@/lib/contract/filters'
import { BULK_MAX_BODY_BYTES, operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { count, line, uuid, wholeNumber } from '@/lib/contract/values'

/** Equal to `personalDataRoles`. */
export const personalRoles = ['owner', 'compliance'] as const

export const MAX_PERSONAL_EXPORT = 10_000
export const MAX_EXPORTED_FILTERS = 1000
export const MAX_KNOWN_VALUES = 10_000

/** Identifies a value of a record. A filter contains many values, so for a filter the sealed value itself is sent. */
export const revealBody = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('monitor'),
    id: uuid,
    field: z.enum(['identifier_value', 'label']).default('identifier_value'),
  }),
  z.object({
    kind: z.literal('event'),
    id: wholeNumber(1),
    field: z.enum(['identifier_value', 'subject_name', 'title']).default('identifier_value'),
  }),
  z.object({ kind: z.literal('filter'), id: uuid, value: z.string().min(1).max(4000) }),
])
export type RevealBody = z.input<typeof revealBody>

export const forPersonal = operationsFor(panelDefaults, personalRoles)

export const personalOperations = {
  'personal.reveal': {
    ...forPersonal.post,
    path: '/panel/reveal',
    unmasked: true,
    summary: 'One masked value in the clear; every call is audited',
    invalidates: [],
    idempotent: false,
    body: revealBody,
    response: z.object({ value: z.string() }),
  },
  'personal.export': {
    ...forPersonal.post,
    path: '/panel/personal/export',
    unmasked: true,
    asksForProof: true,
    summary:
      'Identifiers and labels of monitors in the clear, for a file; is audited with the count of exported monitors',
    invalidates: [],
    idempotent: false,
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object({ ids: z.array(uuid).min(1).max(MAX_PERSONAL_EXPORT) }),
    response: z.object({
      items: z.array(z.object({ id: uuid, identifier_value: z.string().nullable(), label: z.string().nullable() })),
    }),
  },
  'personal.exportFilters': {
    ...forPersonal.post,
    path: '/panel/personal/filters/export',
    unmasked: true,
    asksForProof: true,
    summary:
      'Filters with their personal numbers in the clear, for a file; is audited with the count of exported filters',
    invalidates: [],
    idempotent: false,
    body: z.object({ ids: z.array(uuid).min(1).max(MAX_EXPORTED_FILTERS) }),
    response: z.object({ items: z.array(z.object({ id: uuid, name: z.string(), content: filterContent })) }),
  },
  'personal.known': {
    ...forPersonal.ask,
    path: '/panel/monitors/known',
    summary: 'Which of the given PESEL numbers are monitored: their place in the list, and the monitor',
    maxBodyBytes: BULK_MAX_BODY_BYTES,
    body: z.object({ values: z.array(line(50)).min(1).max(MAX_KNOWN_VALUES) }),
    response: z.object({ known: z.array(z.object({ index: count, id: uuid })) }),
  },
  'personal.filters': {
    ...forPersonal.ask,
    path: '/panel/filters/holding',
    summary: 'Filters that hold a personal number',
    body: z.object({ value: line(300).min(1) }),
    response: z.object({ ids: z.array(uuid) }),
  },
} as const satisfies Record<string, PanelOperation>
