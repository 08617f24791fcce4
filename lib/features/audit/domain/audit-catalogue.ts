import type { Locale } from '@/lib/domain/format/locales'
import { registerNames } from '@/lib/domain/registers/register-names'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'
import en from '@/messages/en/audit.json'
import enEventKinds from '@/messages/en/event-kinds.json'
import enPools from '@/messages/en/pools.json'
import pl from '@/messages/pl/audit.json'
import plEventKinds from '@/messages/pl/event-kinds.json'
import plPools from '@/messages/pl/pools.json'

import type { AuditWords } from './audit-words'

/** Entries name every part of a company and every list: one without a name does not compile. */
type EntryNames = Readonly<Record<CompanyPart | PagedList | 'sections', { readonly inSentence: string }>>
const registers: Readonly<Record<Locale, EntryNames>> = registerNames

/** Server only: the browser loads the catalogue of one language. */
const catalogues: Record<Locale, unknown> = {
  pl: { ...pl, pools: plPools, kinds: plEventKinds.kinds, registers: registers.pl },
  en: { ...en, pools: enPools, kinds: enEventKinds.kinds, registers: registers.en },
}

function find(node: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return node
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
  return find(new Map<string, unknown>(Object.entries(node)).get(key), rest)
}

/** Cached because a log of tens of thousands of entries needs the same few words. */
const cachedTexts: Record<Locale, Map<string, string | undefined>> = { pl: new Map(), en: new Map() }
/** Bounds the cache, as entries may contain arbitrary values. */
const MAX_CACHED = 10_000

export const auditWordsOf = (locale: Locale): AuditWords => ({
  locale,
  word: (...path) => {
    const words = cachedTexts[locale]
    const key = path.join('\n')
    if (words.has(key)) return words.get(key)
    const found = find(catalogues[locale], path)
    const word = typeof found === 'string' ? found : undefined
    if (words.size < MAX_CACHED) words.set(key, word)
    return word
  },
})
