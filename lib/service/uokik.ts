import type { HandlersOf } from './context'
import { uokikDecisions } from './uokik-decisions'
import { uokikDocument } from './uokik-document'

export const uokikHandlers: HandlersOf<'uokik'> = { 'uokik.decisions': uokikDecisions, 'uokik.document': uokikDocument }
