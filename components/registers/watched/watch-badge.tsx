'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { toneClass } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useCountValues } from '@/components/ui/use-count-values'
import { monitorPath } from '@/lib/domain/routes'

import type { WatchedMark } from './use-watched-rows'

interface WatchBadgeProps {
  readonly mark: WatchedMark
  /** The keyboard is on its row. */
  readonly isActive: boolean
}

/** That a monitor watches the company of a row, with its tags; leads to the monitor. */
export function WatchBadge({ mark, isActive }: WatchBadgeProps) {
  const t = useTranslations('registers.watched')
  const counted = useCountValues()
  const [first] = mark.monitors
  if (first === undefined) return null
  const said = first.is_sure ? t('sure') : t('alike')
  const tags = first.tags.slice(0, 2).join(', ')
  const more = mark.monitor_count > 1 ? t('count', counted(mark.monitor_count)) : ''
  const parts = [said, tags, more].filter((part) => part !== '')
  return (
    <Link
      href={asRoute(monitorPath(first.id))}
      tabIndex={isActive ? 0 : -1}
      title={first.is_sure ? t('sureTitle', { name: first.name }) : t('alikeTitle', { name: first.name })}
      className={classNames(
        'relative inline-block leading-6 max-w-60 shrink-0 truncate max-sm:max-w-32 rounded-sm px-1.5 text-sm hover:underline',
        toneClass(first.is_sure ? 'accent' : 'neutral'),
      )}
    >
      {parts.join(' · ')}
    </Link>
  )
}
