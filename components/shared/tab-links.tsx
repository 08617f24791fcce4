'use client'

import type { ReactNode } from 'react'

import { asRoute } from '@/components/layout/as-route'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

interface TabLink<Id> {
  readonly id: Id
  readonly href: string
  readonly label: ReactNode
}

interface TabLinksProps<Id> {
  readonly label: string
  readonly tabs: readonly TabLink<Id>[]
  readonly current: Id
  readonly onChange: (id: Id) => void
}

/** On a phone the tabs are a row that scrolls sideways. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/**
 * Parts of a page, one at a time. They are links, so that each can be opened in a new browser tab; a plain click
 * changes the address without the server.
 */
export function TabLinks<Id extends string>({ label, tabs, current, onChange }: TabLinksProps<Id>) {
  return (
    <nav aria-label={label} className="mb-3 border-b">
      <ul className="scroll-x -mb-px flex gap-x-1">
        {tabs.map((tab) => (
          <li key={tab.id} className="shrink-0">
            <Link
              href={asRoute(tab.href)}
              prefetch={false}
              scroll={false}
              ref={tab.id === current ? scrollIntoRow : undefined}
              aria-current={tab.id === current ? 'page' : undefined}
              onNavigate={(event) => {
                event.preventDefault()
                onChange(tab.id)
              }}
              className={classNames(
                'flex min-h-10 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap',
                tab.id === current
                  ? 'border-accent-ink font-semibold text-accent-ink'
                  : 'border-transparent hover:border-edge hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
