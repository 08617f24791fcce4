import * as z from 'zod'

import { type PanelOperation, forReaders } from '@/lib/contract/panel-operation'
import { count, fileOf, noAnswer } from '@/lib/contract/values'

import { type FieldKind, type MonitorFields, monitorFields } from './fields'

const text = z.string().nullable()

const fieldSchemas = { id: z.string(), text, given: text, texts: z.array(z.string()) } as const satisfies Record<
  FieldKind,
  z.ZodType
>
type SchemasOf<Fields extends MonitorFields> = {
  -readonly [At in keyof Fields]: (typeof fieldSchemas)[Fields[At]['kind']]
}

/**
 * One monitor as a tuple without field names, which would be most of the size of 50 000 monitors. Null where the
 * service reports no value.
 */
export const monitorTuple = z.tuple(
  // Safe: `map` returns one schema per field, in order, which its type does not express.
  monitorFields.map(({ name, kind }) => fieldSchemas[kind].describe(name)) as unknown as SchemasOf<MonitorFields>,
)
export type MonitorTuple = z.infer<typeof monitorTuple>

/**
 * One line of the stream: rows with the service's total, the end, or the error that ended reading. A stream without the
 * latter two was cut off.
 */
export const monitorLine = z.union([
  z.object({ rows: z.array(monitorTuple), total: count.nullable() }),
  z.object({ end: z.literal(true), count }),
  z.object({
    error: z.object({
      status: z.number(),
      code: z.string(),
      request_id: text,
      /** Retry time of a 429, if it was too long to wait for. */
      retry_after_s: z.number().nullable(),
      message: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  }),
])
export type MonitorLine = z.infer<typeof monitorLine>

export const exportFormats = ['csv', 'xlsx'] as const

export const panelMonitorOperations = {
  // The handler masks row by row, because the HTTP entry point does not inspect files.
  'monitors.all': {
    ...forReaders.get,
    path: '/panel/monitors/all',
    summary: 'All monitors of the account as NDJSON, newest first, personal numbers masked',
    ...fileOf('text/x-ndjson'),
  },
  'monitors.recordExport': {
    ...forReaders.post,
    ...noAnswer,
    path: '/panel/monitors/exports',
    summary: 'Records in the audit log that the browser is about to write a file of monitors',
    invalidates: [],
    idempotent: false,
    body: z.object({ monitors: count, format: z.enum(exportFormats), personal: z.boolean() }),
  },
} as const satisfies Record<string, PanelOperation>
