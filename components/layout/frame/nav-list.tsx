'use client'

import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { panelQuery, query } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { PageKey } from '@/lib/domain/pages'

import { asRoute } from '../as-route'
import { useViewer } from '../viewer'
import { mayOpen, type NavItem, navigation, pageTrail, pinnedPages } from './navigation'
import { UnseenMatches } from './unseen-matches'
import { useCachedAnswer } from './use-cached-answer'
import { usePageName } from './use-page-name'

const countClass = 'text-sm font-normal text-muted tabular'
type CountedKey = 'monitors' | 'filters'
const isCounted = (key: PageKey): key is CountedKey => key === 'monitors' || key === 'filters'
const MAX_SHOWN = 999

const itemClass =
  'flex min-h-8 scroll-my-6 items-center justify-between gap-2 rounded-md px-2.5 font-medium text-ink/85 low:pointer-fine:min-h-7'

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

interface NavLinkProps {
  readonly item: NavItem
  readonly isActive: boolean
  readonly count?: number | undefined
}

/** In a low window the entry of the current page may be out of view. */
const scrollIntoMenu = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' })

function NavLink({ item, isActive, count }: NavLinkProps) {
  const nameOf = usePageName()
  return (
    <Link
      href={asRoute(item.href)}
      ref={isActive ? scrollIntoMenu : undefined}
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

/** Help and Settings, which stay in view while the groups above them scroll. */
function PinnedPages({ active }: { readonly active: PageKey | undefined }) {
  const nameOf = usePageName()
  return (
    <ul className="mx-2.5 flex gap-0.5 border-t py-1.5">
      {pinnedPages.map(({ key, href }) => (
        <li key={key} className="flex-1">
          <Link
            href={asRoute(href)}
            aria-current={key === active ? 'page' : undefined}
            className={classNames(
              itemClass,
              'justify-start',
              key === active ? 'bg-selected text-ink' : 'hover:bg-hover',
            )}
          >
            <Icon name={key === 'help' ? 'help' : 'sliders'} className="shrink-0 text-muted" />
            {nameOf(key)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The menu: groups that scroll if the window is low, then Help and Settings. It lists what the person may open. */
export function NavList({ counts }: { readonly counts: Partial<Record<PageKey, number>> }) {
  const t = useTranslations('layout')
  const { permitted } = useViewer()
  const active = pageTrail(usePathname())[0]?.key
  const sections = navigation
    .map(({ key, items }) => ({ key, items: items.filter((item) => mayOpen(item.key, permitted)) }))
    .filter(({ items }) => items.length > 0)
  return (
    <nav aria-label={t('menu.label')} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto px-2.5 scroll-shadow">
        {sections.map((section) => (
          <div key={section.key} className="mb-4 low:mb-2">
            {section.key !== 'start' && (
              <h2 className="mb-1 px-2.5 text-sm text-muted low:mb-0.5">{t(`sections.${section.key}`)}</h2>
            )}
            <ul className="space-y-0.5">
              {section.items.map((item) => (
                <li key={item.key}>
                  <NavLink item={item} isActive={item.key === active} count={counts[item.key]} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <PinnedPages active={active} />
    </nav>
  )
}
