'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { PageKey } from '@/lib/domain/pages'

import { asRoute } from '../as-route'
import { useViewer } from '../viewer'
import { DeniedLink } from './denied-link'
import { findPage, mayUse, pageTrail } from './navigation'

const itemClass = 'inline-flex min-h-9 items-center gap-1.5 border-b-2 px-1 font-medium whitespace-nowrap'

/** On a phone the links are one scrolling row. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

interface SectionPage {
  readonly key: PageKey
  readonly label: string
  /** Shown next to the label. */
  readonly extra?: ReactNode
}

export function SectionNav({ label, pages }: { readonly label: string; readonly pages: readonly SectionPage[] }) {
  const { role } = useViewer()
  const active = pageTrail(usePathname()).at(-1)
  return (
    <nav aria-label={label} className="mb-4 border-b">
      <ul className="scroll-x -mb-px flex gap-x-5 max-sm:gap-x-4">
        {pages.map((page) => (
          <li key={page.key}>
            {mayUse(findPage(page.key), role) ? (
              <PageLink page={page} isActive={page.key === active?.key} />
            ) : (
              <DeniedLink label={page.label} className={classNames(itemClass, 'border-transparent')} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageLink({ page, isActive }: { readonly page: SectionPage; readonly isActive: boolean }) {
  return (
    <Link
      href={asRoute(findPage(page.key).href)}
      ref={isActive ? scrollIntoRow : undefined}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(
        itemClass,
        isActive ? 'border-accent-ink text-ink' : 'border-transparent text-muted hover:border-edge hover:text-ink',
      )}
    >
      {page.label}
      {page.extra}
    </Link>
  )
}
