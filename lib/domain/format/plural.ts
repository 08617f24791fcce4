import type { Locale } from './locales'

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** The form of a word that goes with a number. */
export const pluralOf = (locale: Locale, forms: Forms, count: number): string =>
  forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
