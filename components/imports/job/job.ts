import { makeId } from '@/lib/client/make-id'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

/** Interface 8.3: items of one bulk call, and of one step of a job. */
export const CHUNK = 1000

/** One subject that a job brings in. */
export interface JobItem {
  /** In the source, for what is said about it later. */
  readonly line: number
  readonly type: IdentifierType
  readonly value: string
  readonly label: string
  /** What it is to carry in the end, besides what it carries now. */
  readonly tags: readonly string[]
  /** Monitored already: nothing is created, only tags are put on. `has` is what it carries now. */
  readonly known?: { readonly id: string; readonly has: readonly string[] } | undefined
}

export interface RefusedItem {
  readonly line: number
  readonly identifier: string
  /** The service's own words. */
  readonly reason: string
}

/** What a job has done so far; written down after every step. */
export interface JobProgress {
  /** Whole chunks. */
  readonly done: number
  /** The present chunk was sent once, and no answer is known. */
  readonly isBegun: boolean
  /** The present chunk is created, its tags are not put on yet. */
  readonly isCreated: boolean
  /** Monitors that the present chunk created, with those whose answer was lost. */
  readonly added: number
  readonly inserted: number
  /** Somebody else added them since the list was checked. */
  readonly existing: number
  /** Found there when a chunk was sent again after its answer was lost. */
  readonly recovered: number
  readonly refused: readonly RefusedItem[]
  readonly tagged: number
  /** Left without the new tags: they would have more than ten. */
  readonly full: number
}

export const noProgress: JobProgress = {
  done: 0,
  isBegun: false,
  isCreated: false,
  added: 0,
  inserted: 0,
  existing: 0,
  recovered: 0,
  refused: [],
  tagged: 0,
  full: 0,
}

export interface ImportJob {
  /** Of the record that the panel keeps; a job of an older page has none. */
  readonly id?: string | undefined
  /** Name of the file, or nothing for a pasted list. */
  readonly name: string
  readonly items: number
  readonly chunks: number
  readonly savedAt: number
}

/** A job of its own, with its record. */
export const jobOf = (name: string, items: number): ImportJob => ({
  id: makeId(),
  name,
  items,
  chunks: Math.ceil(items / CHUNK),
  savedAt: Date.now(),
})
