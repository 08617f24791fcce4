import type { ReactNode } from 'react'

import { BareFrame } from '@/components/layout/frame/bare-frame'
import { Frame } from '@/components/layout/frame/frame'
import { ServiceStatusLazy } from '@/components/layout/frame/service-status-lazy'
import { Intl } from '@/components/layout/intl'
import { ProofHost } from '@/components/layout/proof/proof-host'
import { ViewerProvider } from '@/components/layout/viewer'
import type { PanelSession } from '@/lib/server/auth'
import { loadFrameData, toViewer } from '@/lib/server/frame-data'
import { getLocale, getMessages, getMeterFolded, getTheme } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'
import { lacksSecondFactor } from '@/lib/server/required-factor'

import { setLocale, setTheme, signOut } from './(panel)/actions'

interface PanelShellProps {
  readonly session: PanelSession
  readonly children: ReactNode
}

export function PanelShell(props: PanelShellProps) {
  return lacksSecondFactor(props.session) ? <LockedShell {...props} /> : <FullShell {...props} />
}

/** Contains no data of the account, which requires a second factor first. */
async function LockedShell({ session, children }: PanelShellProps) {
  return (
    <Intl messages={await getMessages(['layout'])}>
      <ViewerProvider viewer={toViewer(session, '–')}>
        <BareFrame signOut={signOut}>{children}</BareFrame>
        <ProofHost />
      </ViewerProvider>
    </Intl>
  )
}

async function FullShell({ session, children }: PanelShellProps) {
  const [messages, locale, theme, isMeterFolded, data, state] = await Promise.all([
    getMessages(['layout', 'register-names', 'pools', 'event-kinds']),
    getLocale(),
    getTheme(),
    getMeterFolded(),
    loadFrameData(session),
    // Queries of the meter and of the counter in the navigation.
    prefetchQueries(session, [['usage.api', {}]], [['bzpAlerts.unseen', {}]]),
  ])
  return (
    <Intl messages={messages}>
      <ViewerProvider viewer={toViewer(session, data.account.plan)}>
        <Hydrated state={state}>
          <Frame
            {...data}
            locale={locale}
            theme={theme}
            isMeterFolded={isMeterFolded}
            actions={{ setLocale, setTheme, signOut }}
            status={<ServiceStatusLazy />}
          >
            {children}
          </Frame>
        </Hydrated>
        <ProofHost />
      </ViewerProvider>
    </Intl>
  )
}
