import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const msigHandlers: HandlersOf<'msig'> = {
  'msig.issues': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
