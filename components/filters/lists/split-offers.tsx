'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

import { splitNames } from './split-names'

const SHOWN = 5

interface SplitOffersProps {
  readonly values: readonly string[]
  readonly saved: ReadonlySet<string>
  readonly onSplit: (value: string, names: readonly string[]) => void
}

/** A comma may belong to a name, so only the user can say whether one text, added since the last save, was several names. */
export function SplitOffers({ values, saved, onSplit }: SplitOffersProps) {
  const t = useTranslations('filters.editor')
  const offers = useMemo(() => {
    const found: { readonly value: string; readonly names: readonly string[] }[] = []
    for (const value of values) {
      const names = saved.has(value) || found.length === SHOWN ? undefined : splitNames(value)
      if (names !== undefined) found.push({ value, names })
    }
    return found
  }, [values, saved])
  return offers.map(({ value, names }) => (
    <p key={value} className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
      <span className="min-w-0 break-words text-muted">{t('oneName', { value })}</span>
      <Button size="sm" onClick={() => onSplit(value, names)}>
        {t('split', { count: names.length, names: names.join(' · ') })}
      </Button>
    </p>
  ))
}
