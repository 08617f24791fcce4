'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { useAfterLoad } from '@/components/ui/lazy/use-after-load'
import { usePageAwake } from '@/lib/client/page-awake'
import { notSwitched, readSwitched, subscribeSwitched } from '@/lib/client/page-viewer'
import { routes } from '@/lib/domain/routes'

import type { MiniMeterProps } from '../mini-meter/mini-meter'
import { MiniMeterPlaceholder } from '../mini-meter/mini-meter-placeholder'
import { PageNotice } from '../notice/page-notice'
import { useSaveAnswers } from '../notice/use-saved-answers'
import { SearchLauncher } from '../palette/search-launcher'
import { useViewer } from '../viewer'
import { Brand } from './brand'
import type { FrameActions, FrameData } from './frame-data'
import { NavList } from './nav-list'
import { SectionFrame } from './section-frame'
import { TopBar } from './top-bar'
import { UserBlock } from './user-block'
import type { UserSettingsProps } from './user-settings'

const LoadedMiniMeter = lazyComponent(async () => (await import('../mini-meter/mini-meter')).MiniMeter)

/**
 * `MiniMeter` loads only once the page has loaded and is idle, so that it competes with neither the first paint nor its
 * data.
 */
function MiniMeterLazy(props: MiniMeterProps) {
  const [isAfterLoad, isAwake] = [useAfterLoad(), usePageAwake()]
  useEffect(() => {
    // So that a lost connection can be shown.
    if (isAfterLoad) preload(() => import('../failed-query'))
  }, [isAfterLoad])
  return isAfterLoad && isAwake ? <LoadedMiniMeter {...props} /> : <MiniMeterPlaceholder isFolded={props.isFolded} />
}

/** Needed on a phone only, once its menu is opened. */
const UserSettingsLazy = deferredComponent<UserSettingsProps>(
  async () => (await import('./user-settings')).UserSettings,
)

const Dialog = lazyComponent(async () => (await import('@/components/ui/overlay/dialog')).Dialog)

const ignoreClose = () => undefined

/**
 * Shown when the session has switched to another account or user. The page can only be left, but typed text stays so
 * that it can be copied.
 */
function SwitchedNotice() {
  const t = useTranslations('layout.switched')
  const { account, email } = useViewer()
  const isSwitched = useSyncExternalStore(subscribeSwitched, readSwitched, notSwitched)
  if (!isSwitched) return null
  return (
    <Dialog
      title={t('title')}
      onClose={ignoreClose}
      role="alertdialog"
      isDismissable={false}
      footer={
        <Button variant="primary" autoFocus onClick={() => window.location.assign(routes.overview)}>
          {t('reload')}
        </Button>
      }
    >
      <p>{t('text', { account: account.name, email })}</p>
    </Dialog>
  )
}

interface FrameProps extends FrameData {
  readonly actions: FrameActions
  readonly status?: ReactNode
  readonly children: ReactNode
}

interface SidebarProps {
  readonly data: FrameData
  /** The signed-in user with the related settings, at the bottom. */
  readonly user: ReactNode
}

function Sidebar({ data, user }: SidebarProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-5 pt-4 pb-4 low:pt-3 low:pb-2">
        <Brand />
      </div>
      <NavList counts={data.counts ?? {}} />
      <MiniMeterLazy isFolded={data.isMeterFolded} />
      <div className="mx-2.5 border-t py-2">{user}</div>
    </div>
  )
}

export function Frame({ children, status, actions, ...data }: FrameProps) {
  const t = useTranslations('layout')
  useSaveAnswers()
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
              <Sidebar data={data} user={<UserSettingsLazy {...data} actions={actions} />} />
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
          <SectionFrame>
            <PageNotice>{children}</PageNotice>
          </SectionFrame>
        </main>
      </div>
    </div>
  )
}

/**
 * On small screens the navigation is a native modal dialog, which traps the focus, closes on Esc and returns the focus.
 */
function MobileNavigation({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('layout.menu')
  const ref = useRef<HTMLDialogElement>(null)
  const pathname = usePathname()
  useEffect(() => {
    if (pathname !== '') ref.current?.close()
  }, [pathname])
  return (
    <>
      <button
        type="button"
        aria-label={t('open')}
        aria-haspopup="dialog"
        onClick={() => {
          ref.current?.showModal()
          ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
        }}
        className="grid size-9 shrink-0 place-items-center rounded-md border bg-card frame:hidden"
      >
        <Icon name="menu" />
      </button>
      <dialog
        ref={ref}
        closedby="any"
        aria-label={t('label')}
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r bg-side text-ink backdrop:bg-scrim"
      >
        <div className="flex h-full flex-col">
          <button
            type="button"
            aria-label={t('close')}
            onClick={() => ref.current?.close()}
            className="absolute top-2.5 right-2.5 grid size-9 place-items-center rounded-md hover:bg-hover"
          >
            <Icon name="close" />
          </button>
          {children}
        </div>
      </dialog>
    </>
  )
}
