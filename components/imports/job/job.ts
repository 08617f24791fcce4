import { makeId } from '@/lib/client/make-id'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'

/** Items of one bulk call and of one step of a job (interface section 8.3, sizes). */
export const CHUNK = 1000

export interface JobItem {
  /** The line number in the source, for messages. */
  readonly line: number
  readonly type: IdentifierType
  readonly value: string
  readonly label: string
  /** The tags to add to those it already has. */
  readonly tags: readonly string[]
  /** Set for a monitored subject, which only gets tags; `has` are its current tags. */
  readonly known?: { readonly id: string; readonly has: readonly string[] } | undefined
}

export interface RefusedItem {
  readonly line: number
  readonly identifier: string
  /** The service's own message. */
  readonly reason: string
}

/** The progress of a job, saved after every step. */
export interface JobProgress {
  /** The number of completed chunks. */
  readonly done: number
  /** The current chunk was sent, but its answer is unknown. */
  readonly isBegun: boolean
  /** The monitors of the current chunk are created, but not yet tagged. */
  readonly isCreated: boolean
  /** Monitors created by the current chunk, including those whose answer was lost. */
  readonly added: number
  readonly inserted: number
  /** Monitors that another user added since the list was checked. */
  readonly existing: number
  /** Monitors found when a chunk was sent again after its answer was lost. */
  readonly recovered: number
  readonly refused: readonly RefusedItem[]
  readonly tagged: number
  /** Monitors left unchanged because they would have more than ten tags. */
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
  /** The id of the panel's record; undefined for a job of an older version of the page. */
  readonly id?: string | undefined
  /** The file name; empty for a pasted list. */
  readonly name: string
  readonly items: number
  readonly chunks: number
  readonly savedAt: number
}

export const jobOf = (name: string, items: number): ImportJob => ({
  id: makeId(),
  name,
  items,
  chunks: Math.ceil(items / CHUNK),
  savedAt: Date.now(),
})
