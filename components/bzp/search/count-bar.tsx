'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { formatInteger } from '@/lib/domain/format/format'

import type { Preview } from './use-preview'

/**
 * The count where the preview stands below the form: at the bottom of the window for as long as the form is in it. The same
 * figure is read out beside the preview, so this one is for the eye alone.
 */
export function CountBar({ preview: { counted, isOld } }: { readonly preview: Preview }) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const { count, days } = counted?.answer ?? {}
  if (typeof count !== 'number') return null
  return (
    <div
      aria-hidden
      data-testid="count-bar"
      className="pointer-events-none sticky bottom-3 z-10 mt-3 flex justify-center lg:hidden"
    >
      <p className="flex items-baseline gap-2 rounded-full border bg-card px-4 py-2 shadow-float">
        <span className={classNames('font-semibold tabular', isOld && 'text-muted')}>
          {formatInteger(count, locale)}
        </span>
        <span className="text-sm text-muted">
          {typeof days === 'number' ? t('line', { count, days }) : t('plain', { count })}
        </span>
      </p>
    </div>
  )
}
