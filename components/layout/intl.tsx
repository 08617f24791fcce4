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

const Outer = createContext<OuterIntl | null>(null)

interface IntlProps {
  readonly children: ReactNode
  /** Only the namespaces that this part of the page needs; the outer ones stay. */
  readonly messages: Partial<Messages>
  /** The outermost one names the language and the moment of the server's render; inner ones inherit both. */
  readonly locale?: Locale
  readonly now?: Date
}

/**
 * A missing message is a bug of ours: an uncaught error in the browser (the development overlay shows it, browser tests
 * fail on it), while the user still sees the page with the message's key. On the server it stays quiet: hydration repeats it.
 */
function onError(error: Error) {
  if (typeof window !== 'undefined') window.reportError(error)
}

/**
 * Messages for the client components inside. Nested ones add to what the outer ones gave. `useTranslations` types its keys by all
 * catalogues, while a page carries only some of them: the browser tests visit each page.
 */
export function Intl({ children, messages, locale, now }: IntlProps) {
  const outer = use(Outer)
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
    <Outer value={value}>
      <IntlProvider
        locale={value.locale}
        messages={value.messages}
        timeZone={timeZone}
        now={value.now}
        onError={onError}
      >
        {children}
      </IntlProvider>
    </Outer>
  )
}
