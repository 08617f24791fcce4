import { expect, it } from 'vitest'

import { fonts } from './document'

/** Bytes of a TrueType file before its table directory, and of each entry of the directory. */
const DIRECTORY_START = 12
const ENTRY_BYTES = 16

it.each(Object.entries(fonts()))('%s has no layout tables, which would slow down every word', (_, file) => {
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_entry, index) =>
    file.toString('latin1', DIRECTORY_START + index * ENTRY_BYTES, DIRECTORY_START + index * ENTRY_BYTES + 4),
  )
  expect(tables).toContain('glyf')
  expect(tables.filter((table) => ['GSUB', 'GPOS', 'GDEF', 'kern', 'morx'].includes(table))).toEqual([])
})
