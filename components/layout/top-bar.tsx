'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { findActive } from './navigation'

interface TopBarProps {
  readonly accountName: string
  /** The menu button of small screens. */
  readonly start: ReactNode
  /** Status and search. */
  readonly end: ReactNode
}

export function TopBar({ accountName, start, end }: TopBarProps) {
  const t = useTranslations('layout')
  const active = findActive(usePathname())
  return (
    <header className="mb-3 flex min-h-12 items-center gap-3 py-2">
      {start}
      <nav aria-label={t('breadcrumb')} className="min-w-0 flex-1">
        <ol className="flex min-w-0 gap-1.5">
          <li className="truncate text-muted max-sm:hidden">{accountName}</li>
          {active !== undefined && (
            <>
              <li aria-hidden className="text-muted max-sm:hidden">
                /
              </li>
              <li aria-current="page" className="shrink-0 font-semibold">
                {t(`pages.${active.key}`)}
              </li>
            </>
          )}
        </ol>
      </nav>
      <div className="flex shrink-0 items-center gap-2">{end}</div>
    </header>
  )
}
