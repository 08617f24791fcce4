import type { Readable } from 'node:stream'

/** A whole report on this machine's disk, on its way to its place. */
export type SpooledReport = {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly mediaType: string
}

/** Where an account keeps its reports. Names are relative, with slashes. What fails is thrown as `ArchiveFault`. */
export type ArchivePlace = {
  /**
   * There whole or not at all. Nothing is overwritten: where the name is taken by the same bytes they are taken over, by other
   * bytes the report gets another name. Gives the name.
   */
  put(name: string, report: SpooledReport, signal?: AbortSignal): Promise<string>
  /** A small text, in place of what had its name. */
  putText(name: string, text: string): Promise<void>
  /** Undefined: there is no such file. */
  open(name: string): Promise<StoredFile | undefined>
  /** No error where there is none. */
  remove(name: string): Promise<void>
  /** Takes away what broken runs left behind, as far as its name is said to be nobody's. */
  tidy(isNobodys: (name: string) => Promise<boolean>): Promise<void>
  /** Bytes; null where it cannot be said. */
  freeBytes(): Promise<number | null>
  close(): void
}

/** The size is null where the place does not say it. */
export type StoredFile = { readonly sizeBytes: number | null; readonly stream: Readable }

/** By which name a report goes that found its own one taken by other bytes. */
export const otherName = (name: string, sha256: string): string =>
  name.replace(/(\.[a-z]+)$/, `_${sha256.slice(0, 12)}$1`)

/** The name that a report had before it got another one. */
export const firstName = (name: string): string => name.replace(/_[0-9a-f]{12}(\.[a-z]+)$/, '$1')
