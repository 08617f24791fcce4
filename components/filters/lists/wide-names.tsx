'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

import { wideName } from './wide-name'

const MAX_WARNINGS = 5

interface WideNamesProps {
  readonly values: readonly string[]
  readonly saved: ReadonlySet<string>
  readonly onRemove: (value: string) => void
}

/** Warns of names added since the last save that would match nearly every company. */
export function WideNames({ values, saved, onRemove }: WideNamesProps) {
  const t = useTranslations('filters.editor')
  const common = useTranslations('common')
  const warnings = useMemo(() => {
    const wide: { readonly value: string; readonly text: string }[] = []
    for (const value of values) {
      const reason = saved.has(value) || wide.length === MAX_WARNINGS ? undefined : wideName(value)
      if (reason !== undefined) wide.push({ value, text: t(`wide.${reason}`, { value }) })
    }
    return wide
  }, [values, saved, t])
  return (
    <div role="status">
      {warnings.map(({ value, text }) => (
        <p key={value} className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
          <span className="min-w-0 break-words text-warn-ink">{text}</span>
          <Button size="sm" onClick={() => onRemove(value)}>
            {common('remove', { label: value })}
          </Button>
        </p>
      ))}
    </div>
  )
}
