import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const knfHandlers: HandlersOf<'knf'> = {
  'knf.sections': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
  'knf.warnings': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
