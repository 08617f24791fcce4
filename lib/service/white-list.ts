import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const whiteListHandlers: HandlersOf<'wpv'> = {
  'wpv.records': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
  'wpv.record': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
