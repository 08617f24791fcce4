'use client'

import { useTranslations } from 'use-intl'

import type { FrameData } from './frame-data'

/** The first letters of the first two words. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}

export function UserIdentity({ account, user }: Pick<FrameData, 'account' | 'user'>) {
  const t = useTranslations('layout')
  const name = user.name ?? user.email
  return (
    <>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
      >
        {initialsOf(name)}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">
          {t('userLine', { role: t(`roles.${user.role}`), plan: account.plan })}
        </span>
      </span>
    </>
  )
}
