import * as z from 'zod'

/** ISO 8601 instant in UTC with milliseconds, e.g. 2026-11-20T23:00:00.000Z. */
export const instant = z.iso.datetime({ offset: true })
/** ISO 8601 calendar date, e.g. 2026-11-20, in Europe/Warsaw. */
export const day = z.iso.date()
/** Calendar month, e.g. 2026-11. */
export const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Expected a month as YYYY-MM')
export const count = z.number().int().min(0)

/**
 * Whole number of a query or a path, both bounds inclusive. Only digits are accepted, not everything that JavaScript
 * reads as a number (the empty text, `0x10`, `1e3`).
 */
export const wholeNumber = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    z.number().int().min(min).max(max),
  )

/** `limit` of a query: whole number between 1 and `max`. */
export const limit = (max: number, fallback: number) => wholeNumber(1, max).default(fallback)

type DateRange = { readonly date_from?: string | undefined; readonly date_to?: string | undefined }
/** Both ends of a date range, inclusive; use with `.refine(inOrder, outOfOrder)`. */
export const dateRange = { date_from: day.optional(), date_to: day.optional() }
/** True also for an invalid day, which has a separate error. */
export const inOrder = ({ date_from, date_to }: DateRange) =>
  !isDay(date_from) || !isDay(date_to) || date_from <= date_to
const isDay = (value: string | undefined): value is string => day.safeParse(value).success
export const outOfOrder = { message: 'date_from must not be after date_to', path: ['date_from'] }

/** A repeatable query parameter: absent, one value or several, at most `maxItems`. */
export const repeated = <S extends z.ZodType<string>>(item: S, maxItems = 50) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(maxItems).optional(),
  )

/** `limit` + `cursor`: how all lists of this service are paged (decision 3, lists). */
export const paging = (max: number, fallback: number) => ({
  limit: limit(max, fallback),
  cursor: z.string().max(200).optional(),
})
export const page = <S extends z.ZodType>(item: S) =>
  z.object({ items: z.array(item), total: count, next_cursor: z.string().nullable() })

/**
 * SQLite would cut a text at NUL, and PostgreSQL would refuse it. The pattern avoids `\p` and uses only common escapes,
 * because the description shows it.
 */
const printable = new RegExp(String.raw`^[^\x00-\x1f\x7f-\x9f]*$`)
const NOT_PRINTABLE = 'Input should be text on one line, without control characters'
/** Neither database engine stores half a surrogate pair. */
const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text)

const oneLine = <S extends z.ZodString>(text: S) =>
  text.regex(printable, NOT_PRINTABLE).refine(isWellFormed, NOT_PRINTABLE)

/** Text without normalisation, for values that are checked and normalised later. */
export const printed = oneLine(z.string())

/** One line of text, NFC, so that texts that look the same are equal. */
export const line = (max: number) => oneLine(z.string().trim().normalize('NFC').max(max))

/** For a body whose fields are all optional: an empty change is a mistake of the caller. */
export const changesSomething = [
  (body: object) => Object.values(body).some((value) => value !== undefined),
  'At least one field to change is required',
] as const

export const uuid = z.guid()
/** An id from a caller, converted to the store's lower case. */
export const givenId = uuid.toLowerCase()
export const byId = z.object({ id: uuid })
export const byGivenId = z.object({ id: givenId })

/** An optional field of a body, for which null means the same as absent, as in stored records. */
export const omissible = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined)

export const noAnswer = { status: 204, produces: 'none', response: z.undefined() } as const

const file = z.custom<Response>((value) => value instanceof Response)
/** The answer is bytes of one of these types; the client gets the Response itself. */
export const fileOf = <const Media extends readonly string[]>(...media: Media) =>
  ({ produces: 'file', media, response: file }) as const

/** A list as a table, or as a document of proof. */
export const tableFiles = ['csv', 'xlsx', 'pdf'] as const
export const oneTableFile = fileOf(
  'text/csv; charset=utf-8',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/pdf',
)

/** Schemas for the description in place of schemas that accept more than a caller should send. */
export const shownSchemas = z.registry<{ readonly as: unknown }>()
