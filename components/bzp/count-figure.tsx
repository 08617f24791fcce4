'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { formatInteger } from '@/lib/domain/format/format'

import type { Counted } from './use-preview'
import { countPace } from './verdict'

interface CountFigureProps extends Pick<Counted, 'answer'> {
  /** Stands at the right of the figure. */
  readonly aside: ReactNode
  /** Of an older filter: greyed until the next answer. */
  readonly isOld: boolean
  /** The next answer is on its way. */
  readonly isCounting: boolean
}

/** The count, big, with its unit and pace below; read out when a new answer has come. */
export function CountFigure({ answer, isOld, isCounting, aside }: CountFigureProps) {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  const words = useCountWords(answer)
  const figure = typeof answer.count === 'number' ? formatInteger(answer.count, locale) : '–'
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <p
          data-testid="preview-count"
          className={classNames('tabular text-hero font-semibold tracking-tight', isOld && 'text-muted')}
        >
          {figure}
        </p>
        {aside}
      </div>
      <p className="text-muted">{words}</p>
      {isOld && !isCounting && <p className="text-sm text-muted">{t('older')}</p>}
      <p role="status" className="sr-only">
        {isCounting || isOld ? '' : `${figure} ${words}`}
        {isCounting && t('counting')}
      </p>
    </div>
  )
}

function useCountWords({ count, days }: Counted['answer']): string {
  const t = useTranslations('bzp.preview')
  const locale = useLocale()
  if (typeof count !== 'number') return t('noCount')
  if (typeof days !== 'number') return t('plain', { count })
  const pace = countPace(count, days)
  const line = t('line', { count, days })
  return pace ? `${line} · ${t(pace.unit, { count: pace.n, n: formatInteger(pace.n, locale) })}` : line
}
