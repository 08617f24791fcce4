import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const FOLDER = 'messages/pl'

type Message = { readonly key: string; readonly text: string }

function messagesIn(node: unknown, key: string): Message[] {
  if (typeof node === 'string') return [{ key, text: node }]
  return Object.entries(node as object).flatMap(([name, part]) => messagesIn(part, `${key}.${name}`))
}

const messages = readdirSync(FOLDER).flatMap((file) =>
  messagesIn(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')), file.replace('.json', '')),
)

type Parts = { readonly plain: string; readonly plurals: readonly string[] }

/** Splits a message into its plurals and the rest. Braces are counted, because branches contain placeholders. */
function splitPlurals(text: string): Parts {
  let plain = ''
  const plurals: string[] = []
  for (let at = 0; at < text.length;) {
    if (!/^\{\w+, plural,/.test(text.slice(at))) {
      plain += text[at] ?? ''
      at += 1
      continue
    }
    let depth = 0
    let end = at
    do {
      if (text[end] === '{') depth += 1
      if (text[end] === '}') depth -= 1
      end += 1
    } while (depth > 0)
    plurals.push(text.slice(at, end))
    at = end
  }
  return { plain, plurals }
}

/**
 * Placeholders that are not counts: names and texts, amounts with their own unit, ordinal numbers, percentages, and
 * constant limits of five and more, which always take the same plural form. Any other placeholder followed by a word is
 * a count.
 */
const noCounts = new Set(
  `max length per longest number year name plan who key inviter email list field a b by cap amount day at time thresholds share
   krs pools previous version text level price from to week shown active left what floor ceil document minutes`.split(
    /\s+/,
  ),
)

/** Matches `{count} word`. */
const COUNT_BEFORE_WORD = /\{(\w+)\}[ \u00A0]([a-ząćęłńóśźż]{3,})/gu
/** Abbreviated units have no plural forms; `other` is a branch of a select. */
const notNouns = new Set(['min', 'jedn', 'godz', 'szt', 'other'])

// Case F06 of lib/testing/cases/README.md
describe('the Polish catalogue', () => {
  it('every count before a noun is in a plural', () => {
    const found = messages.flatMap(({ key, text }) =>
      [...splitPlurals(text).plain.matchAll(COUNT_BEFORE_WORD)]
        .filter(([, name = '', word = '']) => !noCounts.has(name) && !notNouns.has(word))
        .map(([words]) => `${key}: ${words}`),
    )
    expect(found).toEqual([])
  })

  it('every plural has all four forms', () => {
    const lacking = messages.flatMap(({ key, text }) =>
      splitPlurals(text)
        .plurals.filter((plural) => !['one', 'few', 'many', 'other'].every((form) => plural.includes(` ${form} {`)))
        .map((plural) => `${key}: ${plural.slice(0, 60)}`),
    )
    expect(lacking).toEqual([])
  })
})

// Case F06 of lib/testing/cases/README.md
describe('texts composed in code', () => {
  /**
   * Beginnings of nouns that are counted; a template with one of them after a value has to use a plural of the
   * catalogue.
   */
  const nouns =
    'wiersz|numer|jednost|zapyta|monitor|zdarze|pozycj|firm|osob|raport|ogłosze|wpis|stron|reguł|podmiot|postępowa|alert|próg|progi|progów'
  const counted = new RegExp(`\\$\\{[^}]*\\}[ \\u00A0](?:różnych |nowych )?(?:${nouns})`, 'u')

  it('contain no count with a noun outside the catalogue', () => {
    const files = readdirSync('lib/panel', { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('cli'))
    const found = sources.flatMap((file) =>
      readFileSync(`lib/panel/${file}`, 'utf8')
        .split('\n')
        // Messages of the service and for API callers are English, where only 1 has a separate form.
        .filter((line) => counted.test(line) && !/HttpError|message|[a-z] (?:monitors|alerts|reports)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
