import type { SourceResult } from '../source-table'
import { WorkbookRefusal } from '../workbook/archive'
import { readForeignBook } from './foreign-book'
import type { ForeignRequest } from './open-source'

/** Reads a file with the library; an unreadable file is refused by its type, or for its password. */
export function answerForeign({ bytes, kind, ...options }: ForeignRequest): SourceResult {
  try {
    return readForeignBook(bytes, kind, options)
  } catch (error) {
    if (error instanceof WorkbookRefusal) return { ok: false, fault: error.fault }
    const isLocked = error instanceof Error && /password/i.test(error.message)
    return { ok: false, fault: isLocked ? 'password' : kind }
  }
}
