import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { Intl } from '@/components/layout/intl'
import { type Viewer, ViewerProvider } from '@/components/layout/viewer'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'

/** The time at which `rendered` draws. */
export const RENDERED_AT = new Date('2026-11-20T11:00:00.000Z')

interface Rendering {
  readonly messages: Partial<Messages>
  readonly locale?: Locale
  /** Contains the cached answers that the component reads. */
  readonly client?: QueryClient
  readonly permitted?: Viewer['permitted']
  readonly spendingForbidden?: Viewer['spendingForbidden']
}

/** For tests: the HTML of a component as an owner sees it, with non-breaking spaces replaced by blanks. */
export function rendered(content: ReactNode, { messages, locale = 'pl', ...rest }: Rendering): string {
  const { client = new QueryClient(), permitted = [], spendingForbidden = [] } = rest
  const account = { slug: 'acme', name: 'Acme', plan: 'Pro' }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Intl locale={locale} messages={messages} now={RENDERED_AT}>
        <ViewerProvider
          viewer={{
            mark: 'mark',
            email: 'owner@acme.test',
            role: 'owner',
            account,
            mode: 'remote',
            permitted,
            spendingForbidden,
          }}
        >
          {content}
        </ViewerProvider>
      </Intl>
    </QueryClientProvider>,
  ).replaceAll('\u00A0', ' ')
}
