import { expect, it } from 'vitest'

import { wordsOfArticle, wordsOfPage } from '@/lib/domain/palette-words'
import { articles } from '@/lib/features/help/domain/articles'

import { type Command, matchCommands } from './commands'

const command = (label: string, part: Partial<Command> = {}): Command => ({
  id: label,
  group: 'pages',
  label,
  run: () => undefined,
  ...part,
})
const commands = [
  command('Limit wydatków', { words: wordsOfPage('spendCap') }),
  command('Zużycie', { words: wordsOfPage('usage') }),
  command('Alerty BZP', { words: wordsOfPage('bzp') }),
  command('Pomoc', { group: 'help', words: wordsOfArticle('personal-numbers'), isSearchedOnly: true }),
]
const match = (query: string) => matchCommands(commands, query).map(({ label }) => label)

it('matches the beginnings of words in any order and ignores Polish diacritics', () => {
  expect(match('')).toEqual(['Limit wydatków', 'Zużycie', 'Alerty BZP'])
  expect(match('zuz')).toEqual(['Zużycie'])
  expect(match('wydatkow LIM')).toEqual(['Limit wydatków'])
  expect(match('ydat')).toEqual([])
  expect(match('limit bzp')).toEqual([])
  expect(match('-')).toEqual([])
})

it('finds pages and help by keywords in both languages', () => {
  expect(match('spend cap')).toEqual(['Limit wydatków'])
  expect(match('przetarg')).toEqual(['Alerty BZP'])
  expect(match('tenders')).toEqual(['Alerty BZP'])
  expect(match('rodo')).toEqual(['Pomoc'])
  expect(match('who sees pesel')).toEqual(['Pomoc'])
})

it('finds articles by what people call things', () => {
  const help = articles.map((article) => command(article, { group: 'help', words: wordsOfArticle(article) }))
  const found = (query: string) => matchCommands(help, query).map(({ id }) => id)
  expect(found('402')).toContain('calls-refused')
  expect(found('harmonogram')).toContain('reports')
  expect(found('schedule')).toContain('white-list')
  expect(found('karta')).toContain('plan-and-invoices')
  expect(found('limit wydatkow')).toContain('spend-cap')
  expect(found('429')).toEqual(['too-many-calls'])
})
