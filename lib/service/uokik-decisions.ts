import type { Handler } from './context'
import { Refusal } from './errors'

export const uokikDecisions: Handler<'uokik.decisions'> = () =>
  Promise.reject(new Refusal('unavailable', 'Not there yet'))
