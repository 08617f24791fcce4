import { describe, expect, it } from 'vitest'

import { readText } from '@/lib/client/read-table/read-source'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { placePasted, placeRows } from './place-rows'

function placeText(text: string, target?: FilterListName, place = placeRows) {
  const result = readText(text)
  if (!result.ok) throw new Error(result.fault)
  const { texts, unplacedCells } = place(result.table.rows, target)
  return {
    ...Object.fromEntries([...texts].map(([list, values]) => [list, values.map((each) => each.text)])),
    left: unplacedCells,
  }
}

it('reads whole columns by their headings, including invalid values', () => {
  const text = 'Lp;Nazwa;NIP;KRS\n1;Wisła;526-104-08-28;28860\n2;Odra;5261040827;\n3;Warta;7740001454;694720\n'
  expect(placeText(text)).toEqual({
    name: ['Wisła', 'Odra', 'Warta'],
    nip: ['526-104-08-28', '5261040827', '7740001454'],
    krs: ['0000028860', '0000694720'],
    left: 3,
  })
})

it('recognises the kind of each number in a list without a heading', () => {
  const text = ['5261040828', '610188201', 'WA1M/GUp-s/123/2024', '0000028860', 'IX GU 9001/13', 'uwaga'].join('\n')
  expect(placeText(text)).toEqual({
    nip: ['5261040828'],
    regon: ['610188201'],
    krz_signature: ['WA1M/GUp-s/123/2024'],
    krs: ['0000028860'],
    msig_signature: ['IX GU 9001/13'],
    left: 1,
  })
})

it('keeps a rounded number unchanged, so that it does not become another number', () => {
  expect(placeText('NIP;KRS\n7,74E+09;2,9E+04\n5261040828;28860\n')).toEqual({
    nip: ['7,74E+09', '5261040828'],
    krs: ['2,9E+04', '0000028860'],
    left: 0,
  })
})

it('reads lines of words as names', () => {
  expect(placeText('Wisła\nOdra\n')).toEqual({ name: ['Wisła', 'Odra'], left: 0 })
})

it('reads only the column that fits the target list', () => {
  const text = 'Wisła;5261040828;1\nOdra;7740001454;2\n'
  expect(placeText(text, 'nip')).toEqual({ nip: ['5261040828', '7740001454'], left: 4 })
  expect(placeText('nazwa;nip\nWisła;5261040828\n', 'name')).toEqual({ name: ['Wisła'], left: 1 })
})

describe('columns pasted into the field of a list', () => {
  const placePastedText = (text: string, target: FilterListName) =>
    placeText(text, target, (rows) => placePasted(rows, target))

  it('are added to the matching lists, whatever the target list', () => {
    const text = 'Nazwa\tNIP\tKRS\nWisła\t5261040828\t28860\nOdra\t7740001454\t694720\n'
    const lists = {
      name: ['Wisła', 'Odra'],
      nip: ['5261040828', '7740001454'],
      krs: ['0000028860', '0000694720'],
      left: 0,
    }
    expect(placePastedText(text, 'nip')).toEqual(lists)
    expect(placePastedText(text, 'pesel')).toEqual(lists)
  })

  it('without headings add names only to the list of names', () => {
    const text = '5261040828\tWisła\n7740001454\tOdra\n'
    expect(placePastedText(text, 'name')).toEqual({
      name: ['Wisła', 'Odra'],
      nip: ['5261040828', '7740001454'],
      left: 0,
    })
    expect(placePastedText(text, 'krs')).toEqual({ nip: ['5261040828', '7740001454'], left: 2 })
  })

  it('of one kind are all added', () => {
    expect(placePastedText('5261040828\t7740001454\n5260250995\t9512381607\n', 'nip').left).toBe(0)
  })
})
