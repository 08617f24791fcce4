'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { formatInteger } from '@/lib/domain/format/format'

import { useCpvNames } from '../notice/use-cpv-names'
import { codeOfPrefix, type CpvCount } from './neighbours'

interface NeighbourCodesProps {
  readonly codes: readonly CpvCount[]
  readonly onAdd: (code: string) => void
}

/** Codes of the same branch that are not chosen, each with a button that adds it. */
export function NeighbourCodes({ codes, onAdd }: NeighbourCodesProps) {
  const t = useTranslations('bzp.neighbours')
  const locale = useLocale()
  const nameOf = useCpvNames(codes.map(({ prefix }) => codeOfPrefix(prefix)))
  return (
    <div role="group" aria-label={t('title')} className="mt-3 space-y-1.5">
      <p className="text-sm text-muted">{t('title')}</p>
      <div className="flex flex-wrap gap-1.5">
        {codes.map(({ prefix, count }) => {
          const code = codeOfPrefix(prefix)
          const name = nameOf(code)
          return (
            <Button
              key={prefix}
              size="sm"
              className="max-w-full"
              title={name}
              aria-label={t('add', { code, name: name ?? '', n: formatInteger(count, locale) })}
              onClick={() => onAdd(code)}
            >
              <Icon name="plus" />
              <span className="truncate tabular">
                {code} · {formatInteger(count, locale)}
              </span>
            </Button>
          )
        })}
      </div>
    </div>
  )
}
