import type { Handler } from './context'
import { Refusal } from './errors'

export const lookUpRecords: Handler<'records.get'> = () => Promise.reject(new Refusal('unavailable', 'Not there yet'))
