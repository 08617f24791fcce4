import type { FilterDraft, FilterRecord } from './filter-draft'

export interface RememberedDraft {
  /** The version that the edit began with; undefined for a new filter. */
  readonly base: FilterRecord | undefined
  readonly draft: FilterDraft
  /** Made of another filter, and not left here by its user. */
  readonly isMade?: true
}

/**
 * Unsaved edits of this tab, by account, user and filter. Only in memory, because lists carry personal numbers: they
 * outlive a visit of another page or an expired session, and end with the tab.
 */
const drafts = new Map<string, RememberedDraft>()

export const draftMemory = {
  recall: (key: string): RememberedDraft | undefined => drafts.get(key),
  keep: (key: string, draft: RememberedDraft): void => void drafts.set(key, draft),
  forget: (key: string): void => void drafts.delete(key),
}
