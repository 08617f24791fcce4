'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

interface AddressNoticeProps {
  /** PANEL_URL, where it is set. */
  readonly panelUrl: string | undefined
  /** The host that the server was asked for. */
  readonly host: string
  /** What the server thinks of it (`lib/server/http/reached-address.ts`). */
  readonly problem: 'host' | 'scheme' | 'proxy' | undefined
  /** Path and query of this page. */
  readonly path: string
}

type Notice = 'elsewhere' | 'hostLost' | 'proxy'

/**
 * Before anybody types a password: that a sign-in at this address would be refused, and where the panel is; or what is wrong with the proxy
 * in front. The browser knows its own address; the server's opinion is for pages without JavaScript.
 */
export function AddressNotice({ panelUrl, host, problem, path }: AddressNoticeProps) {
  const t = useTranslations('auth.address')
  const here = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => undefined,
  )
  const notice = noticeOf({ panelUrl, host, problem }, here)
  if (notice === undefined) return null
  if (notice !== 'elsewhere' || panelUrl === undefined) {
    return <Banner tone={notice === 'proxy' ? 'warn' : 'danger'}>{t(notice)}</Banner>
  }
  return (
    <Banner
      tone="danger"
      action={
        <a href={`${panelUrl}${path}`} className="break-all underline">
          {panelUrl}
        </a>
      }
    >
      {t(notice)}
    </Banner>
  )
}

const neverChanges = () => () => undefined

type Reached = Omit<AddressNoticeProps, 'path'>

/** @param here the browser's own origin; undefined while the server renders. */
export function noticeOf({ panelUrl, host, problem }: Reached, here: string | undefined): Notice | undefined {
  const isElsewhere =
    here === undefined ? problem === 'host' || problem === 'scheme' : panelUrl !== undefined && here !== panelUrl
  if (isElsewhere) return 'elsewhere'
  if (here !== undefined && problem !== 'scheme' && isLost({ panelUrl, host, problem }, here)) return 'hostLost'
  return problem === 'proxy' ? 'proxy' : undefined
}

/** The browser is where it should be, and the server was asked for another host: a proxy put its own there. */
const isLost = ({ panelUrl, host, problem }: Reached, here: string): boolean =>
  panelUrl === undefined ? new URL(here).host !== host.toLowerCase() : problem === 'host'
