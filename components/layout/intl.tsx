'use client'

import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { IntlProvider } from 'use-intl'

import { type Locale, timeZone } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'

interface OuterIntl {
  readonly locale: Locale
  readonly messages: Partial<Messages>
  readonly now: Date
}

const OuterIntlContext = createContext<OuterIntl | null>(null)

interface IntlProps {
  readonly children: ReactNode
  /** Only the namespaces that this part of the page needs; those of outer providers stay available. */
  readonly messages: Partial<Messages>
  /** The outermost provider sets the locale and the time of the server's render; inner ones inherit both. */
  readonly locale?: Locale
  readonly now?: Date
}

/**
 * A missing message is a programming error: it is thrown as an uncaught error in the browser (shown by the development
 * overlay, and failing browser tests), while the user still sees the page with the message's key. The server does not
 * report it, because hydration repeats it.
 */
function onError(error: Error) {
  if (typeof window !== 'undefined') window.reportError(error)
}

/**
 * Messages for the client components inside; nested providers add to the outer ones. `useTranslations` types its keys
 * by all catalogues although a page carries only some of them, so the browser tests visit each page.
 */
export function Intl({ children, messages, locale, now }: IntlProps) {
  const outer = use(OuterIntlContext)
  const [mountedAt] = useState(() => new Date())
  const value = useMemo<OuterIntl>(
    () => ({
      locale: locale ?? outer?.locale ?? 'pl',
      messages: { ...outer?.messages, ...messages },
      now: now ?? outer?.now ?? mountedAt,
    }),
    [outer, locale, messages, now, mountedAt],
  )
  return (
    <OuterIntlContext value={value}>
      <IntlProvider
        locale={value.locale}
        messages={value.messages}
        timeZone={timeZone}
        now={value.now}
        onError={onError}
      >
        {children}
      </IntlProvider>
    </OuterIntlContext>
  )
}
