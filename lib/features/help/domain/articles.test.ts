import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { locales } from '@/lib/domain/format/locales'
import { titleOfArticle } from '@/lib/domain/palette-words'

import { articles, articlesOf, isArticle, jobs, pagesOf } from './articles'

const folderOf = (locale: string) => new URL(`../../../../messages/${locale}/`, import.meta.url)
const read = (locale: string, name: string) =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folderOf(locale)), 'utf8')) as Record<
    'articles' | 'jobs' | 'texts' | 'words',
    Record<string, string>
  >

const textsIn = (node: unknown): readonly string[] =>
  typeof node === 'string' ? [node] : Object.values(node as object).flatMap(textsIn)
/** A button that opens a dialog ends with an ellipsis, which articles leave out. */
const toLabel = (text: string) => text.replace(/…$/, '')
const quotes = { pl: /„([^”]+)”/g, en: /“([^”]+)”/g }

it.each(locales)('every article has a title, a short text, a job and pages in %s', (locale) => {
  const { articles: titles, jobs: jobNames } = read(locale, 'help')
  const { texts } = read(locale, 'help-articles')
  expect(Object.keys(titles).toSorted()).toEqual(articles.toSorted())
  expect(Object.keys(texts).toSorted()).toEqual(articles.toSorted())
  expect(Object.keys(jobNames).toSorted()).toEqual(jobs.toSorted())
  for (const article of articles) {
    const count = (texts[article] ?? '').split(/\s+/).length
    expect(count, article).toBeGreaterThanOrEqual(60)
    expect(count, article).toBeLessThanOrEqual(150)
    expect(pagesOf(article), article).not.toHaveLength(0)
  }
  expect(new Set(articles.map((article) => titleOfArticle(article, locale))).size).toBe(articles.length)
})

it.each(locales)('quotes only labels that the panel has in %s', (locale) => {
  const files = readdirSync(folderOf(locale)).filter((file) => !file.startsWith('help'))
  const labels = new Set(files.flatMap((file) => textsIn(read(locale, file.replace('.json', '')))).map(toLabel))
  const quoted = textsIn(read(locale, 'help-articles').texts).flatMap((text) =>
    Array.from(text.matchAll(quotes[locale]), ([, label = '']) => label),
  )
  expect(quoted.length).toBeGreaterThan(25)
  expect(quoted.filter((label) => !labels.has(toLabel(label)))).toEqual([])
})

it.each(locales)('explains each word once in %s', (locale) => {
  const entries = Object.values(read(locale, 'help-articles').words) as unknown as { word: string; meaning: string }[]
  expect(entries.length).toBeGreaterThan(30)
  expect(new Set(entries.map(({ word }) => word)).size).toBe(entries.length)
})

it('knows its articles, and lists each under one job', () => {
  expect(jobs.flatMap(articlesOf).toSorted()).toEqual(articles.toSorted())
  expect(isArticle('overage')).toBe(true)
  expect(isArticle('toString')).toBe(false)
})
