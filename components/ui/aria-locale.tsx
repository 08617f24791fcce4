'use client'

import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from 'use-intl'

const tags = { pl: 'pl-PL', en: 'en-GB' } as const

/** React Aria follows the browser's language by default. This provider makes it follow the panel's language. */
export function AriaLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={tags[useLocale()]}>{children}</I18nProvider>
}
