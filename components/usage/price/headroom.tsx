'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { countHeadroom, readPoolRoom } from '@/components/meters/price'
import { DataList, DataRow } from '@/components/ui/data-list'
import type { PricedCall } from '@/lib/contract/prices'
import type { OperationName } from '@/lib/contract/table'
import { formatInteger } from '@/lib/domain/format/format'

import { useMeter, useSummary } from '../use-usage'

/** What people do with the units, with the number of items or identifiers of one. */
const kinds = [
  { key: 'record', name: 'record.get', count: 1 },
  { key: 'knf', name: 'knf.warnings', count: 1000 },
  { key: 'statement', name: 'rdf.document', count: 1 },
  { key: 'pdf', name: 'krs.pdf', count: 1 },
  { key: 'whiteList', name: 'wpv.record', count: 1 },
] as const satisfies readonly { key: string; name: OperationName; count: number }[]

/** Until the service answers 402: how many of each. The pools are separate; within one it is this or that. */
export function Headroom({ calls }: { readonly calls: readonly PricedCall[] }) {
  const t = useTranslations('usage.headroom')
  const locale = useLocale()
  const reported = { meter: useMeter().data, summary: useSummary().data, facts: useAccountFacts() }
  const rows = kinds.flatMap(({ key, name, count }) => {
    const call = calls.find((each) => each.name === name)
    return call === undefined ? [] : [{ key, left: countHeadroom(call, count, readPoolRoom(call.pool, reported)) }]
  })
  const text = (left: number | null | undefined) => {
    if (left === undefined) return t('unknown')
    return left === null ? t('unlimited') : formatInteger(left, locale)
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
