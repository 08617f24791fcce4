import compile from 'icu-minify/compile'
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format'
import type { MessageKeys, NestedKeyOf } from 'use-intl/core'

import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import companiesEn from '@/messages/en/companies.json'
import eventKindsEn from '@/messages/en/event-kinds.json'
import mailsEn from '@/messages/en/mails.json'
import papersEn from '@/messages/en/papers.json'
import registersEn from '@/messages/en/registers.json'
import companiesPl from '@/messages/pl/companies.json'
import eventKindsPl from '@/messages/pl/event-kinds.json'
import mailsPl from '@/messages/pl/mails.json'
import papersPl from '@/messages/pl/papers.json'
import registersPl from '@/messages/pl/registers.json'

type ServerMessages = Pick<Messages, 'companies' | 'event-kinds' | 'mails' | 'papers' | 'registers'>
const catalogues: Readonly<Record<Locale, ServerMessages>> = {
  pl: { companies: companiesPl, 'event-kinds': eventKindsPl, mails: mailsPl, papers: papersPl, registers: registersPl },
  en: { companies: companiesEn, 'event-kinds': eventKindsEn, mails: mailsEn, papers: papersEn, registers: registersEn },
}

const rules = new Map<unknown, Intl.PluralRules>()
/** The same formatter as that of the pages, which pass numbers and days as text. */
const options: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (locale, ...rest) => {
      const pluralRules = rules.get(locale) ?? new Intl.PluralRules(locale, ...rest)
      rules.set(locale, pluralRules)
      return pluralRules
    },
  },
}
const compiled = new Map<string, CompiledMessage>()

type Values = Readonly<Record<string, string | number>>
/** Formats a text that has arguments. */
export type FormatText<Part> = (key: MessageKeys<Part, NestedKeyOf<Part>>, values: Values) => string
/** `words`: the part of the catalogue, for texts without arguments. */
export type TextSource<Part> = { readonly words: Part; readonly say: FormatText<Part> }

/** Texts of mails and documents in a language: `wordsIn(locale, 'mails', 'people')`. */
export function wordsIn<N extends keyof ServerMessages, P extends keyof ServerMessages[N]>(
  locale: Locale,
  namespace: N,
  part: P,
): TextSource<ServerMessages[N][P]> {
  const words = catalogues[locale][namespace][part]
  const say: FormatText<ServerMessages[N][P]> = (key, values) => {
    // Safe: the key is that of a text.
    const text = key
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], words) as string
    const message = compiled.get(text) ?? compile(text)
    compiled.set(text, message)
    return String(format(message, locale, values, options))
  }
  return { words, say }
}

/** Arguments of a plural text, which needs the number twice: `{countNumber, plural, one {{count} raport} …}`. */
export const countIn = (locale: Locale, count: number) => ({ countNumber: count, count: formatInteger(count, locale) })
