import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const sudopHandlers: HandlersOf<'sudop'> = {
  'sudop.cases': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
