'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { locales, themes } from '@/lib/domain/format/locales'

import { MiniMeterLazy } from '../mini-meter/mini-meter-lazy'
import { PageNotice } from '../notice/page-notice'
import { useKeepAnswers } from '../notice/use-keeper'
import { SearchLauncher } from '../palette/search-launcher'
import { Brand } from './brand'
import type { FrameActions, FrameData } from './frame-data'
import { MobileNavigation } from './mobile-navigation'
import { NavList } from './nav-list'
import { SwitchedNotice } from './switched-notice'
import { TopBar } from './top-bar'
import { UserBlock } from './user-block'
import { UserIdentity } from './user-identity'

interface FrameProps extends FrameData {
  readonly actions: FrameActions
  /** The service status pill. */
  readonly status?: ReactNode
  readonly children: ReactNode
}

interface SidebarProps {
  readonly data: FrameData
  /** At the bottom: who is signed in, and the choices that go with it. */
  readonly user: ReactNode
}

function Sidebar({ data, user }: SidebarProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-5 pt-4 pb-4">
        <Brand />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NavList role={data.user.role} counts={data.counts ?? {}} />
      </div>
      <MiniMeterLazy isFolded={data.isMeterFolded} />
      <div className="mx-2.5 border-t py-2">{user}</div>
    </div>
  )
}

/** The shell of every page: navigation at the left (folded away on small screens), bar on top, content. */
export function Frame({ children, status, actions, ...data }: FrameProps) {
  const t = useTranslations('layout')
  useKeepAnswers()
  return (
    <div className="min-h-dvh frame:grid frame:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-md bg-ink text-ground focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
      >
        {t('skip')}
      </a>
      <aside className="sticky top-0 flex h-dvh flex-col border-r bg-side max-frame:hidden">
        <Sidebar data={data} user={<UserBlock {...data} actions={actions} />} />
      </aside>
      <div className="mx-auto w-full max-w-[76rem] min-w-0 px-4 pb-10 frame:px-8">
        <TopBar
          accountName={data.account.name}
          start={
            <MobileNavigation>
              <Sidebar data={data} user={<UserSettings {...data} actions={actions} />} />
            </MobileNavigation>
          }
          end={
            <>
              {status}
              <SearchLauncher data={data} actions={actions} />
            </>
          }
        />
        <main id="content" tabIndex={-1}>
          <SwitchedNotice />
          <PageNotice>{children}</PageNotice>
        </main>
      </div>
    </div>
  )
}

interface UserSettingsProps extends FrameData {
  readonly actions: FrameActions
}

/** The user menu laid open, for the folded navigation: a menu would have to float above a modal dialog. */
function UserSettings({ account, user, locale, theme, actions }: UserSettingsProps) {
  const t = useTranslations('layout')
  return (
    <div className="space-y-3 p-2">
      <div className="flex min-w-0 items-center gap-2.5">
        <UserIdentity account={account} user={user} />
      </div>
      <SegmentedControl
        label={t('user.language')}
        segments={locales.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={locale}
        onChange={(value) => void actions.setLocale(value)}
      />
      <SegmentedControl
        label={t('user.theme')}
        segments={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={theme}
        onChange={(value) => void actions.setTheme(value)}
      />
      <Button onClick={() => void actions.signOut()}>
        <Icon name="sign-out" />
        {t('user.signOut')}
      </Button>
    </div>
  )
}
