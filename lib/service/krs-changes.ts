import type { Handler } from './context'
import { Refusal } from './errors'

export const krsChanges: Handler<'krs.changes'> = () => Promise.reject(new Refusal('unavailable', 'Not there yet'))
