import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const crbrHandlers: HandlersOf<'crbr'> = {
  'crbr.pdf': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
