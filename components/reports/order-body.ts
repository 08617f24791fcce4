import * as z from 'zod'

import { createReportBody, MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { daysBetween } from '@/lib/domain/calendar'

const { shape } = createReportBody

/** A field left blank is a part that the order does not have. */
const blankIsAbsent = <S extends z.ZodType<string | undefined, string | undefined>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema)

/** The contract's order as a form holds it, with the limit of days that the service checks by itself. */
export const orderBody = createReportBody
  .safeExtend({ filter_id: blankIsAbsent(shape.filter_id), monitor_tag: blankIsAbsent(shape.monitor_tag) })
  // A missing day is another issue's business: with it the count is NaN, which is above nothing.
  .refine(({ date_from, date_to }) => !(daysBetween(date_from, date_to) >= MAX_REPORT_DAYS), { path: ['date_to'] })

export type OrderInput = z.input<typeof orderBody>

/** Characters; longer input is cut off while it is typed. */
export const maxTagLength = shape.monitor_tag.unwrap().maxLength ?? undefined
