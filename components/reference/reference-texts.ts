import type { Messages } from '@/lib/domain/format/messages'

/** Whole page in one catalogue without parameters: rendered on the server, it needs no translator in the browser. */
export type ReferenceTexts = Messages['reference']['operation']
