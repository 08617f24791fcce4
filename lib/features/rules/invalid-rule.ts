import { ValidationError } from '@/lib/http/errors'

/** A 422 for a field of the body, with an error code that the page translates and the numbers for that text. */
export const invalidRule = (
  path: readonly (string | number)[],
  type: string,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
) => new ValidationError([{ loc: ['body', ...path], msg, type, ...(ctx && { ctx }) }])
