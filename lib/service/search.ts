import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const searchHandlers: HandlersOf<'search'> = {
  'search.list': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
