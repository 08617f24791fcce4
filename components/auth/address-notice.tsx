'use client'

import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'

interface AddressNoticeProps {
  readonly panelUrl: string | undefined
  readonly host: string
  /** The server's verdict on the host (`lib/server/http/reached-address.ts`). */
  readonly problem: 'host' | 'scheme' | 'proxy' | undefined
  readonly path: string
}

type Notice = 'elsewhere' | 'hostLost' | 'proxy'

/**
 * Warns before a password is typed that signing in at this address would be refused, and links the right address; or
 * explains what is wrong with the proxy. The browser knows its address; the server's verdict serves pages without
 * JavaScript.
 */
export function AddressNotice({ path, ...check }: AddressNoticeProps) {
  const t = useTranslations('auth.address')
  // When a form leads to another page, the server requests that page from itself, so its later verdicts do not count.
  const [{ panelUrl, host, problem }] = useState(check)
  const browserOrigin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => undefined,
  )
  const notice = noticeOf({ panelUrl, host, problem }, browserOrigin)
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

type AddressCheck = Omit<AddressNoticeProps, 'path'>

/** @param browserOrigin the browser's origin; undefined on the server. */
export function noticeOf(
  { panelUrl, host, problem }: AddressCheck,
  browserOrigin: string | undefined,
): Notice | undefined {
  const isElsewhere =
    browserOrigin === undefined
      ? problem === 'host' || problem === 'scheme'
      : panelUrl !== undefined && browserOrigin !== panelUrl
  if (isElsewhere) return 'elsewhere'
  if (browserOrigin !== undefined && problem !== 'scheme' && isHostReplaced({ panelUrl, host, problem }, browserOrigin))
    return 'hostLost'
  return problem === 'proxy' ? 'proxy' : undefined
}

/** The browser uses the right address, but the server received another host: a proxy replaced it. */
const isHostReplaced = ({ panelUrl, host, problem }: AddressCheck, browserOrigin: string): boolean =>
  panelUrl === undefined ? new URL(browserOrigin).host !== host.toLowerCase() : problem === 'host'
