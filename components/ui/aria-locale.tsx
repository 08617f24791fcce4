'use client'

import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useLocale } from 'use-intl'

const tags = { pl: 'pl-PL', en: 'en-GB' } as const

/** React Aria would follow the browser's language; everything of it stands inside this, so that it follows ours. */
export function AriaLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={tags[useLocale()]}>{children}</I18nProvider>
}
