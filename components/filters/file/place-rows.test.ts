import { describe, expect, it } from 'vitest'

import { readText } from '@/lib/client/read-table/read-source'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { placePasted, placeRows } from './place-rows'

function placed(text: string, target?: FilterListName, place = placeRows) {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const { texts, left } = place(result.table.rows, target)
  return { ...Object.fromEntries([...texts].map(([list, values]) => [list, values.map((each) => each.text)])), left }
}

it('takes columns by their names, whole, with what is wrong in them', () => {
  const text = 'Lp;Nazwa;NIP;KRS\n1;Wisła;526-104-08-28;28860\n2;Odra;5261040827;\n3;Warta;7740001454;694720\n'
  expect(placed(text)).toEqual({
    name: ['Wisła', 'Odra', 'Warta'],
    nip: ['526-104-08-28', '5261040827', '7740001454'],
    krs: ['0000028860', '0000694720'],
    left: 3,
  })
})

it('tells single numbers without a name by themselves', () => {
  const text = ['5261040828', '610188201', 'WA1M/GUp-s/123/2024', '0000028860', 'IX GU 9001/13', 'uwaga'].join('\n')
  expect(placed(text)).toEqual({
    nip: ['5261040828'],
    regon: ['610188201'],
    krz_signature: ['WA1M/GUp-s/123/2024'],
    krs: ['0000028860'],
    msig_signature: ['IX GU 9001/13'],
    left: 1,
  })
})

it('leaves a rounded number as it stands, so that no other number is made of it', () => {
  expect(placed('NIP;KRS\n7,74E+09;2,9E+04\n5261040828;28860\n')).toEqual({
    nip: ['7,74E+09', '5261040828'],
    krs: ['2,9E+04', '0000028860'],
    left: 0,
  })
})

it('takes words alone for names', () => {
  expect(placed('Wisła\nOdra\n')).toEqual({ name: ['Wisła', 'Odra'], left: 0 })
})

it('takes for one list the column that fits it', () => {
  const text = 'Wisła;5261040828;1\nOdra;7740001454;2\n'
  expect(placed(text, 'nip')).toEqual({ nip: ['5261040828', '7740001454'], left: 4 })
  expect(placed('nazwa;nip\nWisła;5261040828\n', 'name')).toEqual({ name: ['Wisła'], left: 1 })
})

describe('columns pasted into the field of a list', () => {
  const pasted = (text: string, target: FilterListName) => placed(text, target, (rows) => placePasted(rows, target))

  it('go where they belong, whatever the list', () => {
    const text = 'Nazwa\tNIP\tKRS\nWisła\t5261040828\t28860\nOdra\t7740001454\t694720\n'
    const lists = {
      name: ['Wisła', 'Odra'],
      nip: ['5261040828', '7740001454'],
      krs: ['0000028860', '0000694720'],
      left: 0,
    }
    expect(pasted(text, 'nip')).toEqual(lists)
    expect(pasted(text, 'pesel')).toEqual(lists)
  })

  it('without headings leave names to the list of names, and none of them to a list of numbers', () => {
    const text = '5261040828\tWisła\n7740001454\tOdra\n'
    expect(pasted(text, 'name')).toEqual({ name: ['Wisła', 'Odra'], nip: ['5261040828', '7740001454'], left: 0 })
    expect(pasted(text, 'krs')).toEqual({ nip: ['5261040828', '7740001454'], left: 2 })
  })

  it('of one kind are all taken', () => {
    expect(pasted('5261040828\t7740001454\n5260250995\t9512381607\n', 'nip').left).toBe(0)
  })
})
