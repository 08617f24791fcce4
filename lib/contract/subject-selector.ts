import * as z from 'zod'

const selectors = ['krs', 'nip', 'regon', 'id'] as const
const key = z.object({ krs: z.string(), nip: z.string(), regon: z.string(), id: z.string() }).partial()
type Key = z.infer<typeof key>

const isOne = (given: Key) => selectors.filter((name) => given[name] !== undefined).length === 1
const issue = { message: 'Exactly one of krs, nip, regon and id is required', path: ['krs'] }

/** Selects one subject: a whole query, or one element of a body. */
export const subjectSelector = key.refine(isOne, issue)
export type SubjectSelector = Key
