'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'

import { asRoute } from '../as-route'
import { type NavItem, pageTrail } from './navigation'
import { useKnownAnswer } from './use-known-answer'
import { usePageName } from './use-page-name'

interface TopBarProps {
  readonly accountName: string
  /** The menu button of small screens. */
  readonly start: ReactNode
  /** Status and search. */
  readonly end: ReactNode
}

export function TopBar({ accountName, start, end }: TopBarProps) {
  const t = useTranslations('layout')
  const pathname = usePathname()
  const trail = pageTrail(pathname)
  return (
    <header className="mb-3 flex min-h-12 items-center gap-3 py-2">
      {start}
      <nav aria-label={t('breadcrumb')} className="min-w-0 flex-1">
        <ol className="flex min-w-0 gap-1.5">
          <li className="truncate text-muted max-sm:hidden">{accountName}</li>
          {trail.map((item, index) => (
            <Crumb key={item.key} item={item} isLast={index === trail.length - 1} isHere={item.href === pathname} />
          ))}
          <CompanyCrumb pathname={pathname} />
        </ol>
      </nav>
      <div className="flex shrink-0 items-center gap-2">{end}</div>
    </header>
  )
}

interface CrumbProps {
  readonly item: NavItem
  /** The one that small screens have room for. */
  readonly isLast: boolean
  /** Not of what is below it, as one monitor is below Monitors: that page's heading says what it is. */
  readonly isHere: boolean
}

function Crumb({ item, isLast, isHere }: CrumbProps) {
  const nameOf = usePageName()
  return (
    <>
      <li aria-hidden className="text-muted max-sm:hidden">
        /
      </li>
      <li
        aria-current={isHere ? 'page' : undefined}
        // A company's name may follow, which is then the page.
        className={classNames(
          isLast
            ? 'truncate font-semibold sm:not-last:shrink-0 sm:not-last:font-normal sm:not-last:text-muted'
            : 'shrink-0 text-muted max-sm:hidden',
        )}
      >
        {isHere ? (
          nameOf(item.key)
        ) : (
          <Link href={asRoute(item.href)} className="hover:underline">
            {nameOf(item.key)}
          </Link>
        )}
      </li>
    </>
  )
}

/** The company that the page is of, once the page knows its name. A phone has no room for it beside the way back. */
function CompanyCrumb({ pathname }: { readonly pathname: string }) {
  const name = useKnownAnswer(panelQuery('companies.get', { params: { number: numberIn(pathname) } }))?.company?.name
  return name === undefined ? null : (
    <>
      <li aria-hidden className="text-muted max-sm:hidden">
        /
      </li>
      <li aria-current="page" className="truncate font-semibold max-sm:hidden">
        <bdi>{name}</bdi>
      </li>
    </>
  )
}

/** Empty on every other page. */
function numberIn(pathname: string): string {
  const [, number = ''] = new RegExp(`^${routes.companies}/([^/]+)$`).exec(pathname) ?? []
  try {
    return decodeURIComponent(number)
  } catch {
    return ''
  }
}
