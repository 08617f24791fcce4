'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { readCount } from '@/components/meters/price'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import type { PricedCall } from '@/lib/contract/prices'

import { Headroom } from './headroom'
import { PriceAnswer } from './price-answer'

interface PriceCardProps {
  /** The rows of the contract that cost something. */
  readonly calls: readonly PricedCall[]
}

const FIRST = 'knf.warnings'
const FIRST_COUNT = '1000'

/** What a call would cost, before it is made. */
export function PriceCard({ calls }: PriceCardProps) {
  const t = useTranslations('usage.price')
  const [name, setName] = useState(FIRST)
  const [text, setText] = useState(FIRST_COUNT)
  const call = calls.find((each) => each.name === name) ?? calls[0]
  if (call === undefined) return null
  const count = readCount(text)
  return (
    <Card labelledBy="price-title">
      <CardHeader title={t('title')} titleId="price-title" aside={t('hint')} />
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
