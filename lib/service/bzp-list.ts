import type { Handler } from './context'
import { Refusal } from './errors'

export const listNotices: Handler<'bzp.list'> = () => Promise.reject(new Refusal('unavailable', 'Not there yet'))
