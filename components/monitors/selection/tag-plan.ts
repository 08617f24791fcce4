/** What a selection knows of a monitor. */
export type { Tagged as TaggedMonitor } from '@/lib/domain/tags/tag-change'
