import { formatInteger } from './format'
import type { Locale } from './locales'

/** A word after a number: in Polish 1, 2–4, 5–21 and fractions take different forms. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

const rules: Readonly<Record<Locale, Intl.PluralRules>> = {
  pl: new Intl.PluralRules('pl'),
  en: new Intl.PluralRules('en'),
}

/** The form alone. */
export const pluralOf = (locale: Locale, forms: Forms, count: number): string =>
  forms[rules[locale].select(count)] ?? forms.other

/** `22 wiersze`: the number with its word. */
export const countText = (locale: Locale, forms: Forms, count: number): string =>
  `${formatInteger(count, locale)} ${pluralOf(locale, forms, count)}`
