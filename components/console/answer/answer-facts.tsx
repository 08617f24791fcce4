'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { usePriceWords } from '@/components/meters/use-price-words'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { formatBytes, formatInteger } from '@/lib/domain/format/format'

import { type Answer, unitsOfAnswer, unitsOfLines } from '../request/answer'

const toneOf = (status: number) => (status >= 500 || status === 0 ? 'danger' : status >= 400 ? 'warn' : 'accent')

/** Shows status, time, size, cost, remaining units, and the request id of the service. */
export function AnswerFacts({ answer }: { readonly answer: Answer }) {
  const t = useTranslations('console.answer')
  const locale = useLocale()
  const { status, tookMs, bytes, left, requestId, operation } = answer
  if (status === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1.5 border-b px-4 py-2.5 text-sm">
      <Fact label={t('status')}>
        <Badge tone={toneOf(status)}>{status}</Badge>
      </Fact>
      <Fact label={t('time')}>{t('ms', { value: formatInteger(tookMs, locale) })}</Fact>
      <Fact label={t('size')}>{formatBytes(bytes, locale)}</Fact>
      {operation.call !== undefined && (
        <>
          <Fact label={t('charged')}>
            <Charged answer={answer} />
          </Fact>
          {left !== null && answer.body.kind !== 'lines' && (
            <Fact label={t('left')}>{formatInteger(left, locale)}</Fact>
          )}
        </>
      )}
      {requestId !== null && (
        <Fact label={t('requestId')}>
          <span className="inline-flex min-w-0 items-center gap-1">
            <code className="font-mono break-all">{requestId}</code>
            <CopyButton value={requestId} iconOnly label={t('requestId')} />
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5 tabular">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Charged({ answer }: { readonly answer: Answer }) {
  const t = useTranslations('console.answer')
  const words = usePriceWords()
  const { pool } = answer.operation.call ?? {}
  const units = unitsOfAnswer(answer)
  if (pool === undefined) return t('unsaid')
  if (units !== null) return units === 0 ? t('nothing') : words(pool, units)
  return answer.body.kind === 'lines' ? t('atLeast', { price: words(pool, unitsOfLines(answer)) }) : t('unsaid')
}
