import type { HandlersOf } from './context'
import { krsChanges } from './krs-changes'
import { krsPdf } from './krs-pdf'

export const krsHandlers: HandlersOf<'krs'> = { 'krs.changes': krsChanges, 'krs.pdf': krsPdf }
