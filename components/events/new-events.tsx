'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'

interface NewEventsProps {
  readonly count: number
  /** More are on their way already. */
  readonly isBehind: boolean
  readonly onShow: () => void
}

/** What came in waits here until the reader wants it, so that nothing moves under the eyes. */
export function NewEvents({ count, isBehind, onShow }: NewEventsProps) {
  const t = useTranslations('events.new')
  const counted = useCountValues()
  return (
    <>
      {/* While a catch-up runs, the number changes too fast to be read out. */}
      <p role="status" className="sr-only">
        {count > 0 && !isBehind ? t('announce', counted(count)) : ''}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-14 z-20 mb-3 flex justify-center">
          <button
            type="button"
            onClick={onShow}
            className="pointer-events-auto inline-flex min-h-8 items-center gap-1.5 floating rounded-full px-3.5 font-medium text-accent-ink tabular"
          >
            <Icon name="arrow-up" size={12} />
            {t('show', counted(count))}
            {isBehind && <span className="text-sm font-normal text-muted">{t('behind')}</span>}
          </button>
        </div>
      )}
    </>
  )
}
