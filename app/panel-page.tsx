import type { Metadata } from 'next'
import type { ReactNode } from 'react'

import { Intl } from '@/components/layout/intl'
import { type PageSearch, toParams } from '@/lib/domain/address'
import type { Namespace } from '@/lib/domain/format/messages'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, type PanelPrefetch, type Prefetch, prefetchQueries } from '@/lib/server/prefetch'
import type { PanelSession } from '@/lib/server/session'

interface Content {
  /** Queries of the service and of the panel that are prefetched before the first paint. */
  readonly queries?: readonly Prefetch[]
  readonly panelQueries?: readonly PanelPrefetch[]
  readonly body: ReactNode
}

interface PageRequest {
  readonly session: PanelSession
  readonly query: URLSearchParams
  /** Undecoded parts of the address. */
  readonly params: Readonly<Record<string, string>>
}

export interface PageProps {
  readonly params: Promise<Readonly<Record<string, string>>>
  readonly searchParams: Promise<PageSearch>
}

/**
 * The title of a page. It never contains a subject's name, because titles are stored in the browser's history and a
 * subject may be a person.
 */
export const pageTitle =
  (namespace: Namespace, key = 'title') =>
  async (): Promise<Metadata> => {
    // Safe: every namespace of a page has a title, and an end-to-end test reads the titles of all pages. The union of
    // all keys is too large for types.
    const t = await getTranslator(namespace as 'overview')
    return { title: t(key as 'title') }
  }

/** A page for signed-in users: its catalogues, prefetched queries and content. */
export const panelPage = (
  namespaces: readonly Namespace[],
  load: (request: PageRequest) => Content | Promise<Content>,
) =>
  async function PanelPage({ params, searchParams }: PageProps) {
    const session = await requireSession()
    const content = Promise.all([params, searchParams]).then(([parts, search]) =>
      load({ session, params: parts, query: toParams(search) }),
    )
    const [messages, body, state] = await Promise.all([
      getMessages(namespaces),
      content.then((loaded) => loaded.body),
      content.then(({ queries = [], panelQueries }) => prefetchQueries(session, queries, panelQueries)),
    ])
    return (
      <Intl messages={messages}>
        <Hydrated state={state}>{body}</Hydrated>
      </Intl>
    )
  }
