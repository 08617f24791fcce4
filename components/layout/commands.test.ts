import { expect, it } from 'vitest'

import { type Command, matchCommands } from './commands'

const commands = ['Limit wydatków', 'Zużycie', 'Alerty BZP'].map((label): Command => ({
  id: label,
  group: 'pages',
  label,
  run: () => undefined,
}))
const match = (query: string) => matchCommands(commands, query).map((command) => command.label)

it('matches the beginnings of words, in any order, without Polish marks', () => {
  expect(match('')).toEqual(['Limit wydatków', 'Zużycie', 'Alerty BZP'])
  expect(match('zuz')).toEqual(['Zużycie'])
  expect(match('wydatkow LIM')).toEqual(['Limit wydatków'])
  expect(match('bzp')).toEqual(['Alerty BZP'])
  expect(match('ydat')).toEqual([])
  expect(match('limit bzp')).toEqual([])
})
