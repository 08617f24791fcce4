import { utils, write, type BookType, type WorkSheet } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'

import { nipOf } from '@/lib/testing/identifiers'

import { openSource } from './open-source'

const [one, two, three] = [nipOf(1), nipOf(2), nipOf(3)] as const

/** A list of three companies, of which the second is hidden, with a day, a number in zeros and a hidden sheet before it. */
function book(type: BookType, change: (sheet: WorkSheet) => void = () => undefined): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ['NIP', 'Nazwa', 'Data', 'KRS'],
    [one, 'Żółć & S-ka', { t: 'n', v: 46_350, z: 'yyyy-mm-dd' }, { t: 'n', v: 28_860, z: '0000000000' }],
    [two, 'Druga', { t: 'n', v: 46_350.604, z: 'dd.mm.yyyy' }, '0000028861'],
    [Number(three), 'Trzecia', '', ''],
  ])
  sheet['!rows'] = [{}, {}, { hidden: true }, {}]
  change(sheet)
  const whole = utils.book_new()
  utils.book_append_sheet(whole, utils.aoa_to_sheet([['stare']]), 'Stare')
  utils.book_append_sheet(whole, sheet, 'Lista')
  whole.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  const written: ArrayBuffer = write(whole, { type: 'array', bookType: type, cellStyles: true })
  return new Uint8Array(written)
}

const tableOf = async (bytes: Uint8Array, takesHidden = false) => {
  const result = await openSource(bytes, { takesHidden })
  if (!result.ok) throw new Error(result.fault)
  return result.table
}

describe('workbooks of other kinds', () => {
  it.each(['xlsx', 'xlsb', 'biff8', 'xlml', 'ods', 'fods'] as const)('%s', async (type) => {
    const table = await tableOf(book(type), true)
    const cells = table.rows.map((row) => row.cells.map((cell) => cell.slice(0, 12)))
    console.log(type, JSON.stringify(cells), JSON.stringify({ ...table, rows: 0 }))
  })
})
