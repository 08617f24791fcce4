import 'server-only'
import compile from 'icu-minify/compile'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { createTranslator } from 'use-intl/core'

import {
  defaultLocale,
  defaultTheme,
  isLocale,
  isTheme,
  type Locale,
  matchAcceptLanguage,
  type Theme,
  timeZone,
} from '@/lib/domain/format/locales'
import type { Messages, Namespace } from '@/lib/domain/format/messages'
import { isMiniMeterFolded, miniMeterCookieName } from '@/lib/domain/mini-meter-cookie'
import { isOutage } from '@/lib/storage/engine/outage'

import { getSession } from './auth'

const compiledCatalogues = new WeakMap<object, unknown>()

function compileNode(node: unknown): unknown {
  // The compiler's objects have no prototype, but React passes only plain objects to the browser.
  if (typeof node === 'string') return structuredClone(compile(node))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, compileNode(value)]))
}

/**
 * A catalogue with its ICU texts parsed. The browser then needs only the formatter (under 1 kB) and not the parser (11
 * kB of the page's JavaScript); `next.config.mjs` aliases use-intl's formatter accordingly, so both belong together.
 * Keys and structure are those of the source; only texts with arguments become arrays.
 */
function compileMessages<Catalogue extends object>(catalogue: Catalogue): Catalogue {
  const compiledCatalogue = compiledCatalogues.get(catalogue) ?? compileNode(catalogue)
  compiledCatalogues.set(catalogue, compiledCatalogue)
  return compiledCatalogue as Catalogue
}

export const localeCookie = 'locale'
export const themeCookie = 'theme'

/** Without the store, language and theme come from the browser. */
const getOwnChoice = cache(async () => {
  try {
    return (await getSession())?.user
  } catch (error) {
    if (isOutage(error)) return undefined
    throw error
  }
})

/** The signed-in person's choice, else the browser's cookie or its first supported language, else Polish. */
export const getLocale = cache(async (): Promise<Locale> => {
  const ownLocale = (await getOwnChoice())?.locale
  if (isLocale(ownLocale)) return ownLocale
  const chosen = (await cookies()).get(localeCookie)?.value
  if (isLocale(chosen)) return chosen
  return matchAcceptLanguage((await headers()).get('accept-language') ?? '') ?? defaultLocale
})

export async function getTheme(): Promise<Theme> {
  const ownTheme = (await getOwnChoice())?.theme
  if (isTheme(ownTheme)) return ownTheme
  const chosen = (await cookies()).get(themeCookie)?.value
  return isTheme(chosen) ? chosen : defaultTheme
}

/** The browser writes this cookie itself, so that folding a meter does not render the page again. */
export async function getMeterFolded(): Promise<boolean> {
  return isMiniMeterFolded((await cookies()).get(miniMeterCookieName)?.value)
}

/** Safe: a test checks that both languages have the keys of the Polish catalogue, whose type this is. */
async function loadCatalogue<N extends Namespace>(locale: Locale, namespace: N): Promise<Messages[N]> {
  const catalogue = (await import(`@/messages/${locale}/${namespace}.json`)) as { default: Messages[N] }
  return compileMessages(catalogue.default)
}

/** The catalogues that a page passes to `<Intl messages>`. */
export async function getMessages<N extends Namespace>(names: readonly N[]): Promise<Pick<Messages, N>> {
  const locale = await getLocale()
  const entries = await Promise.all(names.map(async (name) => [name, await loadCatalogue(locale, name)] as const))
  // Safe: there is one entry for every name of N, each with the catalogue of that name.
  return Object.fromEntries(entries) as Pick<Messages, N>
}

/** Translates on the server: page titles, metadata, e-mails. */
export async function getTranslator<N extends Namespace>(namespace: N) {
  const locale = await getLocale()
  const messages = await getMessages([namespace])
  return createTranslator<Messages, N>({
    locale,
    // Safe: only `namespace` is read, and it is present.
    messages: messages as unknown as Messages,
    namespace,
    timeZone,
  })
}
