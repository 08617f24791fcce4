'use client'

import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { readCount, countHeadroom, readPoolHeadroom } from '@/components/meters/price'
import { Card, CardBody } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import type { PricedCall } from '@/lib/contract/prices'
import type { OperationName } from '@/lib/contract/table'
import { formatInteger } from '@/lib/domain/format/format'

import { useMeter, useSummary } from '../use-usage'
import { PriceAnswer } from './price-answer'

const kinds = [
  { key: 'record', name: 'record.get', count: 1 },
  { key: 'knf', name: 'knf.warnings', count: 1000 },
  { key: 'statement', name: 'rdf.document', count: 1 },
  { key: 'pdf', name: 'krs.pdf', count: 1 },
  { key: 'whiteList', name: 'wpv.record', count: 1 },
] as const satisfies readonly { key: string; name: OperationName; count: number }[]

/**
 * How many of each use fit before the service answers 402. The pools are separate; within a pool the uses are
 * alternatives. The calls of an inactive account are refused, whatever units are left.
 */
function Headroom({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('usage.headroom')
  const locale = useLocale()
  const reported = { meter: useMeter().data, summary: useSummary().data, facts: useAccountFacts() }
  if (reported.facts.isInactive === true) return null
  const rows = kinds.flatMap(({ key, name, count }) => {
    const call = calls.find((each) => each.name === name)
    return call === undefined ? [] : [{ key, left: countHeadroom(call, count, readPoolHeadroom(call.pool, reported)) }]
  })
  const text = (remaining: number | null | undefined) => {
    if (remaining === undefined) return t('unknown')
    return remaining === null ? t('unlimited') : formatInteger(remaining, locale)
  }
  return (
    <section aria-labelledby="headroom-title">
      <h3 id="headroom-title" className="font-medium">
        {t('title')}
      </h3>
      <DataList>
        {rows.map(({ key, left }) => (
          <DataRow key={key} label={t(`kinds.${key}`)}>
            {text(left)}
          </DataRow>
        ))}
      </DataList>
      <p className="mt-2 text-sm text-muted">{t('note')}</p>
    </section>
  )
}

interface PriceCardProps {
  /** The priced operations of the contract. */
  readonly calls: readonly PricedCall[]
}

const DEFAULT_OPERATION = 'knf.warnings'
const DEFAULT_COUNT = '1000'

export function PriceCard({ calls }: PriceCardProps) {
  const t = useTranslations('usage.price')
  const [name, setName] = useState(DEFAULT_OPERATION)
  const [text, setText] = useState(DEFAULT_COUNT)
  const call = calls.find((each) => each.name === name) ?? calls[0]
  if (call === undefined) return null
  const count = readCount(text)
  return (
    <Card title={t('title')} aside={t('hint')}>
      <CardBody className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="space-y-3">
          <Select
            label={t('operation')}
            value={call.name}
            onChange={(event) => setName(event.target.value)}
            options={calls.map((each) => ({ value: each.name, label: `${each.method} ${each.path}` }))}
          />
          <TextField
            label={t(`count.${call.by}`)}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={count === undefined ? t('badCount') : undefined}
          />
          {count !== undefined && <PriceAnswer call={call} count={count} />}
        </div>
        <Headroom calls={calls} />
      </CardBody>
    </Card>
  )
}
