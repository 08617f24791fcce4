'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Tooltip } from '@/components/ui/tooltip'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format'
import type { Role } from '@/lib/domain/roles'

import { asRoute } from './as-route'
import { builtNavigation, findActive, mayUse, type NavItem, type NavKey } from './navigation'

interface NavListProps {
  readonly role: Role
  readonly counts: Partial<Record<NavKey, number>>
}

const countClass = 'text-sm font-normal text-muted tabular'
/** What the panel counts up to. */
const MAX_SHOWN = 999

const itemClass = 'flex min-h-8 items-center justify-between gap-2 rounded-md px-2.5 font-medium text-ink/85'

interface CountProps {
  readonly item: NavItem
  readonly count: number | undefined
}

/** How many there are; of events, how many are unread, which a page with events keeps up to date. */
function Count({ item, count }: CountProps) {
  const t = useTranslations('layout')
  const locale = useLocale()
  const { data } = useQuery({ ...panelQuery('events.unread', {}), enabled: false })
  if (item.key !== 'events') {
    return count === undefined ? null : <span className={countClass}>{formatInteger(count, locale)}</span>
  }
  const unread = data?.unread ?? count ?? 0
  if (unread === 0) return null
  return (
    <span className="text-sm font-medium text-accent-ink tabular">
      {formatInteger(unread, locale)}
      {unread >= MAX_SHOWN && '+'}
      <span className="sr-only"> {t('unread')}</span>
    </span>
  )
}

function ActiveLink({ item, isActive, count }: { item: NavItem; isActive: boolean; count: number | undefined }) {
  const t = useTranslations('layout.pages')
  return (
    <Link
      href={asRoute(item.href)}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(itemClass, isActive ? 'bg-selected text-ink' : 'hover:bg-hover')}
    >
      {t(item.key)}
      <Count item={item} count={count} />
    </Link>
  )
}

function DeniedItem({ item, role }: { readonly item: NavItem; readonly role: Role }) {
  const t = useTranslations('layout')
  return (
    <Tooltip text={t('denied', { role: t(`roles.${role}`) })} className="w-full">
      {(describedBy) => (
        <button
          type="button"
          aria-disabled
          aria-describedby={describedBy}
          className={classNames(itemClass, 'w-full cursor-not-allowed text-muted')}
        >
          {t(`pages.${item.key}`)}
        </button>
      )}
    </Tooltip>
  )
}

export function NavList({ role, counts }: NavListProps) {
  const t = useTranslations('layout')
  const active = findActive(usePathname())
  return (
    <nav aria-label={t('menu.label')} className="px-2.5">
      {builtNavigation().map((section) => (
        <div key={section.key ?? 'top'} className="mb-4">
          {section.key !== undefined && (
            <h2 className="mb-1 px-2.5 text-sm text-muted">{t(`sections.${section.key}`)}</h2>
          )}
          <ul className="space-y-0.5">
            {section.items.map((item) => (
              <li key={item.key}>
                {mayUse(item, role) ? (
                  <ActiveLink item={item} isActive={item.key === active?.key} count={counts[item.key]} />
                ) : (
                  <DeniedItem item={item} role={role} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
