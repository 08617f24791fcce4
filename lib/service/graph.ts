import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const graphHandlers: HandlersOf<'graph'> = {
  'graph.get': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
