import { createHash } from 'node:crypto'

import { sealerFor } from '@/lib/features/personal-data/personal-seal'
import type { PanelContext } from '@/lib/panel/context'

/** The position of a row in a report. */
export type RowPlace = {
  /** Row number, from 1. */
  readonly row: number
  /** Byte offset of its beginning. */
  readonly offset: number
  /** Identifies the file that it was read from. */
  readonly file: string
}

type PlaceSealer = {
  readonly seal: (place: Pick<RowPlace, 'row' | 'offset'>, file: string) => string
  /** Undefined for a token that was not issued to this account for this report. */
  readonly open: (token: string) => RowPlace | undefined
}

/**
 * Seals positions: reading from the middle of a field would not recognise the rest of a personal number, and would show
 * it.
 */
export function createPlaceSealer(
  { secrets, account }: Pick<PanelContext, 'secrets' | 'account'>,
  reportId: string,
): PlaceSealer {
  const sealer = sealerFor(secrets.current(), `${account.id} preview ${reportId}`)
  return {
    seal: ({ row, offset }, file) => sealer.seal(`${row} ${offset} ${file}`),
    open: (token) => {
      const [, row, offset, file = ''] = /^(\d+) (\d+) (\w+)$/.exec(sealer.open(token) ?? '') ?? []
      return row === undefined ? undefined : { row: Number(row), offset: Number(offset), file }
    },
  }
}

/** Short, because it is part of every sealed position; equal ETag and size mean the same file. */
export const fileMark = (etag: string | null, sizeBytes: number | null): string =>
  createHash('sha256').update(`${etag} ${sizeBytes}`).digest('hex').slice(0, 12)
