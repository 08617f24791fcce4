import en from '@/messages/en/register-names.json'
import pl from '@/messages/pl/register-names.json'

import type { Locale } from '../format/locales'

/**
 * Names of registers and of the parts of a company in both languages, each in the forms that are used. Pages translate
 * with `useTranslations('register-names')`, so that the browser gets one language.
 */
export const registerNames: Readonly<Record<Locale, typeof pl>> = { pl, en }
