import { expect, it } from 'vitest'

import { fonts } from './document'

const DIRECTORY = 12
const ENTRY = 16

it.each(Object.entries(fonts()))('%s has no layout tables, which would slow down every word', (_, file) => {
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_entry, index) =>
    file.toString('latin1', DIRECTORY + index * ENTRY, DIRECTORY + index * ENTRY + 4),
  )
  expect(tables).toContain('glyf')
  expect(tables.filter((table) => ['GSUB', 'GPOS', 'GDEF', 'kern', 'morx'].includes(table))).toEqual([])
})
