import type { Handler } from './context'
import { Refusal } from './errors'

export const krsPdf: Handler<'krs.pdf'> = () => Promise.reject(new Refusal('unavailable', 'Not there yet'))
