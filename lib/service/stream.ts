import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const streamHandlers: HandlersOf<'stream'> = {
  'stream.announcements': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
