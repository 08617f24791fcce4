import type { Handler } from './context'
import { Refusal } from './errors'

export const uokikDocument: Handler<'uokik.document'> = () =>
  Promise.reject(new Refusal('unavailable', 'Not there yet'))
