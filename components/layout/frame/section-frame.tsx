'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { isRegistersPage, type PageKey } from '@/lib/domain/pages'

import { asRoute } from '../as-route'
import { TitledContext } from '../page-header'
import { useViewer } from '../viewer'
import { findPage, findTabs, mayOpen, pageTrail } from './navigation'
import { UnseenMatches } from './unseen-matches'
import { usePageName } from './use-page-name'

/** Tabs have shorter names than their pages where the name of the group says the rest. */
function useTabName(): (key: PageKey) => string {
  const t = useTranslations('layout.tabs')
  const names = useTranslations('register-names')
  const nameOf = usePageName()
  return (key) => {
    if (isRegistersPage(key)) return names(`${key}.menu`)
    // Safe: `has` says that the key is one of the catalogue.
    return t.has(key as 'bzp') ? t(key as 'bzp') : nameOf(key)
  }
}

/** On a phone the links are one scrolling row. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

function TabLink({ page, isActive }: { readonly page: PageKey; readonly isActive: boolean }) {
  const nameOf = useTabName()
  return (
    <Link
      href={asRoute(findPage(page).href)}
      ref={isActive ? scrollIntoRow : undefined}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(
        'inline-flex min-h-9 items-center gap-1.5 border-b-2 px-1 font-medium whitespace-nowrap',
        isActive ? 'border-accent-ink text-ink' : 'border-transparent text-muted hover:border-edge hover:text-ink',
      )}
    >
      {nameOf(page)}
      {page === 'bzpMatches' && <UnseenMatches />}
    </Link>
  )
}

/**
 * Heading and tabs of a page that has tabs; other pages bring their own heading. They stay while the page below changes,
 * so that the heading is at the same height everywhere and the focus stays on the tab.
 */
export function SectionFrame({ children }: { readonly children: ReactNode }) {
  const nameOf = usePageName()
  const { permitted } = useViewer()
  const pathname = usePathname()
  const section = findTabs(pathname)
  const tabs = section?.tabs.filter((key) => mayOpen(key, permitted)) ?? []
  if (section === undefined || tabs.length < 2) return children
  const [group] = pageTrail(pathname)
  return (
    <TitledContext value>
      <h1 className="mb-2 text-title font-semibold tracking-tight">{nameOf(section.page)}</h1>
      <nav aria-label={group && nameOf(group.key)} className="mb-4 border-b">
        <ul className="scroll-x -mb-px flex gap-x-5 max-sm:gap-x-4">
          {tabs.map((key) => (
            <li key={key}>
              <TabLink page={key} isActive={key === section.page} />
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </TitledContext>
  )
}
