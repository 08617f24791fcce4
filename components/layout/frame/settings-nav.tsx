'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'

import { asRoute } from '../as-route'
import { useViewer } from '../viewer'
import { DeniedLink } from './denied-link'
import { builtSettings, mayUse, pageTrail } from './navigation'
import { usePageName } from './use-page-name'

const itemClass = 'inline-flex min-h-9 items-center border-b-2 px-1 font-medium whitespace-nowrap'

/** On a phone they are a row that scrolls. */
const scrollIntoRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** The pages of Settings, above each of them. */
export function SettingsNav() {
  const t = useTranslations('layout')
  const nameOf = usePageName()
  const { role } = useViewer()
  const active = pageTrail(usePathname()).at(-1)
  return (
    <nav aria-label={t('pages.settings')} className="mb-4 border-b">
      <ul className="-mb-px flex gap-x-5 overflow-x-auto overflow-y-hidden">
        {builtSettings().map((item) => (
          <li key={item.key}>
            {mayUse(item, role) ? (
              <Link
                href={asRoute(item.href)}
                ref={item.key === active?.key ? scrollIntoRow : undefined}
                aria-current={item.key === active?.key ? 'page' : undefined}
                className={classNames(
                  itemClass,
                  item.key === active?.key
                    ? 'border-accent-ink text-ink'
                    : 'border-transparent text-muted hover:border-edge hover:text-ink',
                )}
              >
                {nameOf(item.key)}
              </Link>
            ) : (
              <DeniedLink label={nameOf(item.key)} className={classNames(itemClass, 'border-transparent')} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
