import * as z from 'zod'

import { printed } from './values'

const selectors = ['krs', 'nip', 'regon', 'id'] as const
const key = z.object({ krs: printed, nip: printed, regon: printed, id: printed }).partial()
type Key = z.infer<typeof key>

const isOne = (input: Key) => selectors.filter((name) => input[name] !== undefined).length === 1
const issue = { message: 'Exactly one of krs, nip, regon and id is required', path: ['krs'] }

/** Selects one subject: a whole query, or one element of a body. */
export const subjectSelector = key.refine(isOne, issue)
export type SubjectSelector = Key
