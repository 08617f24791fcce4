import type { ReactNode } from 'react'

import { Frame } from '@/components/layout/frame'
import { Intl } from '@/components/layout/intl'
import { ServiceStatus } from '@/components/layout/service-status'
import { ViewerProvider } from '@/components/layout/viewer'
import { requireSession } from '@/lib/server/auth'
import { frameDataOf, viewerOf } from '@/lib/server/frame-data'
import { getLocale, getMessages, getTheme } from '@/lib/server/i18n'

import { setLocale, setTheme, signOut } from './actions'

export default async function PanelLayout({ children }: { readonly children: ReactNode }) {
  const session = await requireSession()
  const [messages, locale, theme, data] = await Promise.all([
    getMessages(['layout']),
    getLocale(),
    getTheme(),
    frameDataOf(session),
  ])
  return (
    <Intl messages={messages}>
      <ViewerProvider viewer={viewerOf(session, data.account.plan)}>
        <Frame
          {...data}
          locale={locale}
          theme={theme}
          actions={{ setLocale, setTheme, signOut }}
          status={<ServiceStatus />}
        >
          {children}
        </Frame>
      </ViewerProvider>
    </Intl>
  )
}
