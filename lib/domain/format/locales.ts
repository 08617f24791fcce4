/** The panel's languages; Polish first, because it is the default. */
export const locales = ['pl', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'pl'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]
export const defaultTheme: Theme = 'system'

export const timeZone = 'Europe/Warsaw'

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value)
}

/** The first supported language of an `Accept-Language` header by its q value; undefined if there is none. */
export function matchAcceptLanguage(header: string): Locale | undefined {
  const wanted = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
      return { language: tag.toLowerCase().split('-')[0], quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => language).find(isLocale)
}
