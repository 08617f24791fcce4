import type { Readable } from 'node:stream'

/** A complete report in the local spool, to be moved to its archive location. */
export type SpooledReport = {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly mediaType: string
}

/** Where an account stores its reports. Names are relative, with slashes. All failures are thrown as `ArchiveFault`. */
export type ArchivePlace = {
  /**
   * Stores a report atomically and never overwrites a file: one with the same bytes counts as stored, otherwise the
   * report gets another name. Returns the name.
   */
  put(name: string, report: SpooledReport, signal?: AbortSignal): Promise<string>
  /** Writes a small text, replacing any file of that name. */
  putText(name: string, text: string): Promise<void>
  open(name: string): Promise<StoredFile | undefined>
  remove(name: string): Promise<void>
  /** Removes leftovers of interrupted runs whose names `isAbandoned` confirms. */
  tidy(isAbandoned: (name: string) => Promise<boolean>): Promise<void>
  /** Bytes; null if unknown. */
  freeBytes(): Promise<number | null>
  close(): void
}

export type StoredFile = { readonly sizeBytes: number | null; readonly stream: Readable }

/** Name of a report whose original name is taken by different bytes. */
export const alternativeName = (name: string, sha256: string): string =>
  name.replace(/(\.[a-z]+)$/, `_${sha256.slice(0, 12)}$1`)

export const originalName = (name: string): string => name.replace(/_[0-9a-f]{12}(\.[a-z]+)$/, '$1')
