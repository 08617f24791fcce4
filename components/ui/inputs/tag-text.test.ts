import { expect, it } from 'vitest'

import { addTags, joinTypedTags, splitTypedTags } from './tag-text'

it('splits text pasted from a sheet, a list or a sentence', () => {
  expect(splitTypedTags('a, b;c\td\r\ne\n\n , ;f g ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f g'])
  expect(splitTypedTags('  ')).toEqual([])
})

it('keeps a name with commas whole and splits names by lines', () => {
  const names = 'Alfa, Beta sp. j.; oddział\r\nGamma sp. z o.o., w likwidacji\n'
  expect(splitTypedTags(names, 'lines')).toEqual(['Alfa, Beta sp. j.; oddział', 'Gamma sp. z o.o., w likwidacji'])
})

it('keeps the comma within a number', () => {
  expect(splitTypedTags('174,50', 'numbers')).toEqual(['174,50'])
  expect(splitTypedTags('50, 80,100; 1 000\n7,', 'numbers')).toEqual(['50', '80,100', '1 000', '7'])
})

it('joins values so that they can be split again', () => {
  const names = ['Alfa, Beta sp. j.', 'Gamma; oddział']
  expect(splitTypedTags(joinTypedTags(names, 'lines'), 'lines')).toEqual(names)
  expect(splitTypedTags(joinTypedTags(['174,50', '80'], 'numbers'), 'numbers')).toEqual(['174,50', '80'])
  expect(splitTypedTags(joinTypedTags(['a', 'b']))).toEqual(['a', 'b'])
})

it('adds new values in order and counts the rest', () => {
  expect(addTags(['a'], ['b', 'a', 'b', 'c'], {})).toEqual({
    values: ['a', 'b', 'c'],
    added: ['b', 'c'],
    duplicates: 2,
    rejected: [],
    unreadable: [],
  })
})

it('compares after normalising and returns values that normalise to nothing', () => {
  const digits = (text: string) => text.replaceAll(/\D/g, '')
  expect(addTags(['123'], ['1-2-3', '--', '4 5'], { normalize: digits })).toEqual({
    values: ['123', '45'],
    added: ['45'],
    duplicates: 1,
    rejected: [],
    unreadable: ['--'],
  })
})

it('never exceeds the limit, and keeps the same list when nothing was added', () => {
  const values = ['a', 'b']
  const full = addTags(values, ['c', 'd'], { max: 2 })
  expect(full).toMatchObject({ added: [], rejected: ['c', 'd'] })
  expect(full.values).toBe(values)
  expect(addTags(values, ['c', 'd'], { max: 3 })).toMatchObject({ added: ['c'], rejected: ['d'] })
})
