'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { formatInteger } from '@/lib/domain/format/format'

import { useCpvNames } from '../notice/use-cpv-names'
import { codeOfPrefix, type CpvCount } from './neighbours'

interface NeighbourCodesProps {
  /** Codes of the chosen branch by default. */
  readonly title?: string
  readonly codes: readonly CpvCount[]
  readonly onAdd: (code: string) => void
}

/** Codes that are not chosen, each with a button that adds it. */
export function NeighbourCodes({ title, codes, onAdd }: NeighbourCodesProps) {
  const t = useTranslations('bzp.neighbours')
  const label = title ?? t('title')
  const locale = useLocale()
  const nameOf = useCpvNames(codes.map(({ prefix }) => codeOfPrefix(prefix)))
  return (
    <div role="group" aria-label={label} className="mt-3 space-y-1.5">
      <p className="text-sm text-muted">{label}</p>
      <div className="flex flex-wrap gap-1.5">
        {codes.map(({ prefix, count }) => {
          const code = codeOfPrefix(prefix)
          const name = nameOf(code)
          return (
            <Button key={prefix} size="sm" className="max-w-full" title={name} onClick={() => onAdd(code)}>
              <Icon name="plus" />
              <span className="sr-only">{t('add')} </span>
              <span className="max-w-72 truncate">
                <span className="tabular">{code}</span> {name}
              </span>
              <span className="font-normal text-muted tabular">{formatInteger(count, locale)}</span>
            </Button>
          )
        })}
      </div>
    </div>
  )
}
