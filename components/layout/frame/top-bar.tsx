'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'

import { asRoute } from '../as-route'
import { isPageAt, type NavItem, pageTrail } from './navigation'
import { useCachedAnswer } from './use-cached-answer'
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
    <header className="mb-3 flex min-h-12 items-center gap-3 py-2 print:hidden">
      {start}
      <nav aria-label={t('breadcrumb')} className="min-w-0 flex-1">
        <ol className="flex min-w-0 gap-1.5">
          <li className="truncate text-muted max-sm:hidden">{accountName}</li>
          {trail.map((item, index) => (
            <Crumb
              key={item.key}
              item={item}
              isLast={index === trail.length - 1}
              isHere={index === trail.length - 1 && isPageAt(item, pathname)}
            />
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
  /** The last crumb is the only one shown on small screens. */
  readonly isLast: boolean
  /** False for a page above the current one. A page without an entry of its own is named by its heading. */
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
        // The company name, when it follows, is the current page.
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

/** The company of the page, once its name is known. On a phone the back link leaves no space for it. */
function CompanyCrumb({ pathname }: { readonly pathname: string }) {
  const name = useCachedAnswer(panelQuery('companies.get', { params: { number: numberIn(pathname) } }))?.company?.name
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

/** Empty on pages that are not a company page. */
function numberIn(pathname: string): string {
  const [, number = ''] = new RegExp(`^${routes.companies}/([^/]+)$`).exec(pathname) ?? []
  try {
    return decodeURIComponent(number)
  } catch {
    return ''
  }
}
