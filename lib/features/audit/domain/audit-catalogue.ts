import type { Locale } from '@/lib/domain/format/locales'
import en from '@/messages/en/audit.json'
import enPools from '@/messages/en/pools.json'
import pl from '@/messages/pl/audit.json'
import plPools from '@/messages/pl/pools.json'

import type { AuditWords } from './audit-words'

/** Not for the browser, which has the catalogue of one language only. */
const catalogues: Record<Locale, unknown> = { pl: { ...pl, pools: plPools }, en: { ...en, pools: enPools } }

function find(node: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return node
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  return find(new Map<string, unknown>(Object.entries(node)).get(key), rest)
}

/** A log of tens of thousands of entries asks for the same few words over and over. */
const known: Record<Locale, Map<string, string | undefined>> = { pl: new Map(), en: new Map() }
/** What an entry tells is no list that ends. */
const MOST_KNOWN = 10_000

/** The words of the log in a language, for its file. */
export const auditWordsOf = (locale: Locale): AuditWords => ({
  locale,
  word: (...path) => {
    const words = known[locale]
    const key = path.join('\n')
    if (words.has(key)) return words.get(key)
    const found = find(catalogues[locale], path)
    const word = typeof found === 'string' ? found : undefined
    if (words.size < MOST_KNOWN) words.set(key, word)
    return word
  },
})
