'use client'

import { hashKey, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { useFocusFallback } from '@/components/ui/use-focus-fallback'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger, formatPercent } from '@/lib/domain/format/format'

import { type AlertFilter, toPreviewBody, writeFilter } from '../filter/alert-filter'
import { VariantsLine } from '../search/variants-line'
import { type Effect, readEffects } from './effects'
import { explainQuery } from './explain-query'
import { useConditionWords } from './use-condition-words'

export interface ExplainPartProps {
  readonly filter: AlertFilter
  /** What the fallback tries, for a service that does not explain counts. */
  readonly goal: 'narrow' | 'widen'
  readonly onChoose: (filter: AlertFilter) => void
}

const keyOf = (filter: AlertFilter): string => hashKey([toPreviewBody(filter)])

export function ExplainPart({ filter, goal, onChoose }: ExplainPartProps) {
  const t = useTranslations('bzp.explain')
  const [requestedKey, setRequestedKey] = useState<string>()
  const isRequested = requestedKey === keyOf(filter)
  const explanation = useQuery({ ...explainQuery(toPreviewBody(filter)), enabled: isRequested })
  const part = useRef<HTMLDivElement>(null)
  useFocusFallback(part)
  if (isMissing(explanation.error))
    return <VariantsLine key={`${goal} ${writeFilter(filter)}`} filter={filter} goal={goal} onChoose={onChoose} />
  const choose = (next: AlertFilter) => {
    // The explanation of the remaining filter is requested as well, so that the next condition to remove is shown at
    // once.
    setRequestedKey(keyOf(next))
    onChoose(next)
  }
  return (
    <div ref={part}>
      <Card title={t('title')}>
        {explanation.isError && <QueryFailed query={explanation} contentName={t('what')} />}
        {!explanation.isError && explanation.data !== undefined && isRequested && (
          <Effects effects={readEffects(explanation.data, filter)} filter={filter} onChoose={choose} />
        )}
        {!explanation.isError && (explanation.data === undefined || !isRequested) && (
          <CardBody className="space-y-2">
            <p className="text-sm text-muted">{t('intro')}</p>
            <Button
              size="sm"
              isPending={isRequested && explanation.isFetching}
              onClick={() => setRequestedKey(keyOf(filter))}
            >
              {t('ask')}
            </Button>
          </CardBody>
        )}
      </Card>
    </div>
  )
}

interface EffectsProps {
  readonly effects: readonly Effect[]
  readonly filter: AlertFilter
  readonly onChoose: (filter: AlertFilter) => void
}

function Effects({ effects, filter, onChoose }: EffectsProps) {
  const t = useTranslations('bzp.explain')
  const nameOf = useConditionWords()
  return (
    <>
      <p role="status" className="sr-only">
        {t('done')}
      </p>
      <ul className="divide-y">
        {effects.map((effect) => {
          const name = nameOf(effect.condition, filter)
          return (
            <li key={JSON.stringify(effect.condition)} className="flex items-center justify-between gap-3 px-4 py-2">
              <EffectText effect={effect} name={name} />
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('dropOne', { name })}
                onClick={() => onChoose(effect.filter)}
              >
                {t('drop')}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function EffectText({ effect: { before, after }, name }: { readonly effect: Effect; readonly name: string }) {
  const t = useTranslations('bzp.explain')
  const locale = useLocale()
  const number = (value: number) => formatInteger(value, locale)
  return (
    <p className="min-w-0">
      <span className="break-words">{t('without', { name })}</span>{' '}
      <span className="font-medium whitespace-nowrap tabular">
        {number(before)} → {number(after)}
      </span>
      <span className="block text-sm text-muted">
        {after < before && t('makes', { share: formatPercent((before - after) / before, locale) })}
        {after > before && t('holds', { count: number(after - before) })}
        {after === before && t('nothing')}
      </span>
    </p>
  )
}
