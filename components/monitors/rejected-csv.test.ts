import { expect, it } from 'vitest'

import { parseIdentifiers } from './parse-identifiers'
import { rejectedCsv } from './rejected-csv'

it('lists line, text and reason, and lets no spreadsheet run what was pasted', () => {
  const [first, second] = parseIdentifiers('\n=HYPERLINK("x");a\n5261040827;"Firma; X"')
  const text = rejectedCsv(
    ['wiersz', 'tekst', 'powód'],
    [
      { row: first!, reason: 'nie wygląda' },
      { row: second!, reason: 'zła suma' },
    ],
  )
  expect(text).toBe(
    '\uFEFFwiersz;tekst;powód\r\n2;"\'=HYPERLINK(""x"");a";nie wygląda\r\n3;"5261040827;""Firma; X""";zła suma\r\n',
  )
})
