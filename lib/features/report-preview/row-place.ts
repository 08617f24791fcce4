import { createHash } from 'node:crypto'

import { sealerFor } from '@/lib/features/personal-data/personal-seal'
import type { PanelContext } from '@/lib/panel/context'

/** Where a row of a report begins. */
export type RowPlace = {
  /** Its number, from 1. */
  readonly row: number
  /** Byte of its beginning. */
  readonly offset: number
  /** Of the file that it was read from. */
  readonly file: string
}

type Places = {
  readonly seal: (place: Pick<RowPlace, 'row' | 'offset'>, file: string) => string
  /** Undefined for what this account was not given for this report. */
  readonly open: (token: string) => RowPlace | undefined
}

/**
 * Places are sealed: reading that began in the middle of a field would take the rest of a personal number for something else, and
 * show it.
 */
export function placesOf({ secrets, account }: Pick<PanelContext, 'secrets' | 'account'>, reportId: string): Places {
  const sealer = sealerFor(secrets.current(), `${account.id} preview ${reportId}`)
  return {
    seal: ({ row, offset }, file) => sealer.seal(`${row} ${offset} ${file}`),
    open: (token) => {
      const [, row, offset, file = ''] = /^(\d+) (\d+) (\w+)$/.exec(sealer.open(token) ?? '') ?? []
      return row === undefined ? undefined : { row: Number(row), offset: Number(offset), file }
    },
  }
}

/** Short, as it is sealed into every place; another file with the same mark and size is the same file. */
export const fileMark = (etag: string | null, sizeBytes: number | null): string =>
  createHash('sha256').update(`${etag} ${sizeBytes}`).digest('hex').slice(0, 12)
