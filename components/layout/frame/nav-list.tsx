'use client'

import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { panelQuery, query } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { PageKey } from '@/lib/domain/pages'
import type { Role } from '@/lib/domain/roles'

import { asRoute } from '../as-route'
import { DeniedLink } from './denied-link'
import { mayUse, type NavItem, navigation, pageTrail } from './navigation'
import { UnseenMatches } from './unseen-matches'
import { useCachedAnswer } from './use-cached-answer'
import { usePageName } from './use-page-name'

const countClass = 'text-sm font-normal text-muted tabular'
type CountedKey = 'monitors' | 'filters'
const isCounted = (key: PageKey): key is CountedKey => key === 'monitors' || key === 'filters'
const MAX_SHOWN = 999

const itemClass = 'flex min-h-8 items-center justify-between gap-2 rounded-md px-2.5 font-medium text-ink/85'

interface CountProps {
  readonly page: CountedKey
  readonly count: number | undefined
}

/** A count last read by a page of this visit; the navigation does not request it. */
function Count({ page, count }: CountProps) {
  const locale = useLocale()
  const latest = useCachedAnswer(query('usage.summary', {}))?.counts?.[page] ?? count
  return latest === undefined ? null : <span className={countClass}>{formatInteger(latest, locale)}</span>
}

function Unread({ count }: Pick<CountProps, 'count'>) {
  const t = useTranslations('layout')
  const locale = useLocale()
  const unread = useCachedAnswer(panelQuery('events.unread', {}))?.unread ?? count ?? 0
  if (unread === 0) return null
  return (
    <span className="text-sm font-medium text-accent-ink tabular">
      {formatInteger(unread, locale)}
      {unread >= MAX_SHOWN && '+'}
      <span className="sr-only"> {t('unread', { count: unread })}</span>
    </span>
  )
}

function ActiveLink({ item, isActive, count }: { item: NavItem; isActive: boolean; count: number | undefined }) {
  const nameOf = usePageName()
  return (
    <Link
      href={asRoute(item.href)}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(itemClass, isActive ? 'bg-selected text-ink' : 'hover:bg-hover')}
    >
      {nameOf(item.key)}
      {item.key === 'events' && <Unread count={count} />}
      {item.key === 'bzp' && <UnseenMatches />}
      {isCounted(item.key) && <Count page={item.key} count={count} />}
    </Link>
  )
}

export function NavList({ role, counts }: { readonly role: Role; readonly counts: Partial<Record<PageKey, number>> }) {
  const t = useTranslations('layout')
  const nameOf = usePageName()
  const active = pageTrail(usePathname())[0]
  return (
    <nav aria-label={t('menu.label')} className="px-2.5">
      {navigation.map((section) => (
        <div key={section.key} className="mb-4">
          {section.key !== 'money' && (
            <h2 className="mb-1 px-2.5 text-sm text-muted">{t(`sections.${section.key}`)}</h2>
          )}
          <ul className="space-y-0.5">
            {section.items.map((item) => (
              <li key={item.key}>
                {mayUse(item, role) ? (
                  <ActiveLink item={item} isActive={item.key === active?.key} count={counts[item.key]} />
                ) : (
                  <DeniedLink label={nameOf(item.key)} className={classNames(itemClass, 'w-full')} isWide />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
