import * as z from 'zod'

import { tag } from '@/lib/contract/monitors'
import { createReportBody, MAX_REPORT_DAYS } from '@/lib/contract/reports'
import { givenId } from '@/lib/contract/values'
import { daysBetween } from '@/lib/domain/calendar'
import { MAX_TAG_LENGTH } from '@/lib/domain/tags/tags'

/** A blank field is omitted from the order. */
const blankIsAbsent = <S extends z.ZodType<string, string>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema.optional())

/** The contract's order schema as form input, with the limit of days that the service checks separately. */
export const orderBody = createReportBody
  .safeExtend({ filter_id: blankIsAbsent(givenId), monitor_tag: blankIsAbsent(tag) })
  // A missing day is reported by its own field; here it makes the count NaN, which passes.
  .refine(({ date_from, date_to }) => !(daysBetween(date_from, date_to) >= MAX_REPORT_DAYS), { path: ['date_to'] })

export type OrderInput = z.input<typeof orderBody>

/** In characters; longer input is truncated while it is typed. */
export const maxTagLength = MAX_TAG_LENGTH
