import { readdirSync, readFileSync } from 'node:fs'

import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'

import { namespaces } from '@/lib/domain/format/messages'

type Catalogue = Map<string, string>

function flatten(node: unknown, prefix = ''): [string, string][] {
  if (typeof node === 'string') return [[prefix, node]]
  if (typeof node !== 'object' || node === null) throw new Error(`${prefix} is neither text nor a group`)
  return Object.entries(node).flatMap(([key, value]) => flatten(value, prefix === '' ? key : `${prefix}.${key}`))
}

function read(locale: string, namespace: string): Catalogue {
  const text = readFileSync(new URL(`./${locale}/${namespace}.json`, import.meta.url), 'utf8')
  return new Map(flatten(JSON.parse(text)))
}

function list(locale: string): string[] {
  return readdirSync(new URL(`./${locale}`, import.meta.url))
    .map((file) => file.replace(/\.json$/, ''))
    .sort()
}

function branches(element: MessageFormatElement): MessageFormatElement[][] {
  if (element.type === TYPE.plural || element.type === TYPE.select) {
    return Object.values(element.options).map((option) => option.value)
  }
  return element.type === TYPE.tag ? [element.children] : []
}

function walk(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) => [element, ...branches(element).flatMap(walk)])
}

/** `name:kind` of every argument; the branches of plurals differ by language, so kinds are compared as a set. */
function argumentsOf(message: string): string[] {
  const used = walk(parse(message)).flatMap((element) =>
    element.type === TYPE.literal || element.type === TYPE.pound ? [] : [`${element.value}:${TYPE[element.type]}`],
  )
  return [...new Set(used)].sort()
}

const names = list('pl')

it('the same message catalogues exist in both languages, and the registry lists each of them', () => {
  expect(names.length).toBeGreaterThan(0)
  expect(list('en')).toEqual(names)
  expect([...namespaces].sort()).toEqual(names)
})

describe.each(names)('%s', (name) => {
  const pl = read('pl', name)
  const en = read('en', name)

  it('has the same keys in both languages', () => {
    expect(pl.size).toBeGreaterThan(0)
    expect([...en.keys()].sort()).toEqual([...pl.keys()].sort())
  })

  it('has the same arguments in both languages, and no empty text', () => {
    for (const [key, message] of pl) {
      expect(message.trim(), key).not.toBe('')
      expect(en.get(key)?.trim(), key).not.toBe('')
      expect(argumentsOf(en.get(key) ?? ''), key).toEqual(argumentsOf(message))
    }
  })

  it('has all Polish plural forms', () => {
    for (const [key, message] of pl) {
      for (const element of walk(parse(message))) {
        if (element.type !== TYPE.plural || element.pluralType !== 'cardinal') continue
        expect(Object.keys(element.options), key).toEqual(expect.arrayContaining(['one', 'few', 'many', 'other']))
      }
    }
  })
})
