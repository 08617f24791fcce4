import { type ColumnSupport, mainType, provenIn } from '@/lib/client/read-table/column-support'
import type { SheetRow } from '@/lib/client/read-table/source-table'

import type { ColumnSample } from './import-snapshot'

const MAX_SAMPLES = 3
const SAMPLE_LENGTH = 80

export const toSample = (texts: readonly string[], support: ColumnSupport): ColumnSample => ({
  texts,
  filled: support.filled,
  proven: provenIn(support),
  isKrs: mainType(support) === 'krs' && support.byType.krs > 0,
  short: support.short,
})

export const firstTexts = (rows: readonly SheetRow[], column: number): string[] =>
  rows
    .map(({ cells }) => cells[column] ?? '')
    .filter((text) => text !== '')
    .slice(0, MAX_SAMPLES)
    .map((text) => text.slice(0, SAMPLE_LENGTH))

export const headText = (cells: readonly string[]): string =>
  cells
    .filter((cell) => cell !== '')
    .join(', ')
    .slice(0, SAMPLE_LENGTH)
