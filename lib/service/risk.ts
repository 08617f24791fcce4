import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const riskHandlers: HandlersOf<'risk'> = {
  'risk.get': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
