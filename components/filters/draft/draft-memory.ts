import type { FilterDraft, FilterRecord } from './filter-draft'

export interface RememberedDraft {
  /** The version the edit began with; undefined for a new filter. */
  readonly base: FilterRecord | undefined
  readonly draft: FilterDraft
  /** Set if the panel prepared the draft from another filter, so that no unsaved edit of the user is being resumed. */
  readonly isPrepared?: true
}

/**
 * Unsaved edits of this tab, by account, user and filter. They stay in memory only, because lists contain personal
 * numbers: they survive a visit to another page or an expired session, and end with the tab.
 */
const drafts = new Map<string, RememberedDraft>()

export const draftMemory = {
  recall: (key: string): RememberedDraft | undefined => drafts.get(key),
  save: (key: string, draft: RememberedDraft): void => void drafts.set(key, draft),
  forget: (key: string): void => void drafts.delete(key),
}
