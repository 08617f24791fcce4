import { ValidationError } from '@/lib/http/errors'

/** 422 at a place of the body, by a word that the page has a text for, with the numbers of that text. */
export const refusedRule = (
  path: readonly (string | number)[],
  type: string,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
) => new ValidationError([{ loc: ['body', ...path], msg, type, ...(ctx && { ctx }) }])
