'use client'

import { useTranslations } from 'use-intl'

import { Chip } from '@/components/ui/chip'
import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpFilter } from '@/lib/contract/bzp'

import { useFilterWords } from './use-filter-words'

interface FilterChipsProps {
  readonly filter: BzpFilter
  /** Further conditions are counted, and listed in the tooltip. */
  readonly max?: number
}

export function FilterChips({ filter, max = Infinity }: FilterChipsProps) {
  const t = useTranslations('bzp-save')
  const countValues = useCountValues()
  const words = useFilterWords()(filter)
  if (words.length === 0) return <span className="text-sm font-normal text-muted">{t('everything')}</span>
  // A single further condition takes no more space than its count.
  const shown = words.length <= max + 1 ? words : words.slice(0, max)
  const rest = words.slice(shown.length)
  return (
    <span className="flex flex-wrap gap-1 font-normal">
      {shown.map(({ key, text, isExcluded }) => (
        <Chip key={key} tone={isExcluded ? 'danger' : 'neutral'}>
          {text}
        </Chip>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(({ text }) => text).join(', ')} className="self-center text-sm text-muted">
          {t('more', { count: countValues(rest.length).count })}
        </span>
      )}
    </span>
  )
}
