'use client'

import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { SearchField } from '@/components/ui/inputs/search-field'
import { useCountValues } from '@/components/ui/use-count-values'

import { ListedValue } from '../difference/listed-value'
import { LongList } from '../difference/long-list'
import { type Fate, findMergeRows, type MergeRow } from './merge-rows'

/** So many are looked over at once. */
const FEW = 8
/** The value, and beside it the two sides and the merge. */
const GRID = 'sm:grid sm:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem_6.5rem] sm:gap-3'

/** Values that either side touched: what each did to them, and what the merge makes of that. */
export function TouchedValues({ rows }: { readonly rows: readonly MergeRow[] }) {
  const t = useTranslations('filters.conflict')
  const difference = useTranslations('filters.difference')
  const counted = useCountValues()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const found = useMemo(() => findMergeRows(rows, wanted), [rows, wanted])
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">
        {t('rows')} <span className="text-sm font-normal text-muted tabular">{counted(rows.length).count}</span>
      </h3>
      {rows.length > FEW && <SearchField label={difference('find')} value={text} onChange={setText} />}
      <div aria-hidden className={`hidden px-2.5 text-sm text-muted ${GRID}`}>
        <span />
        <span>{t('sides.mine')}</span>
        <span>{t('sides.theirs')}</span>
        <span>{t('sides.merged')}</span>
      </div>
      {found.length === 0 ? (
        <p role="status" className="text-muted">
          {difference('noneFound')}
        </p>
      ) : (
        <LongList rows={found} label={t('rows')} keyOf={({ list, value }) => `${list} ${value}`}>
          {(row) => <Touched row={row} />}
        </LongList>
      )}
    </div>
  )
}

const tones = { added: 'accent', removed: 'warn' } as const

function Touched({ row: { list, value, mine, theirs, isIn } }: { readonly row: MergeRow }) {
  const t = useTranslations('filters.conflict')
  return (
    <span className={`flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 ${GRID}`}>
      <span className="flex min-w-0 max-sm:basis-full">
        <ListedValue list={list} value={value} />
      </span>
      <Side name={t('sides.mine')}>
        <Did fate={mine} />
      </Side>
      <Side name={t('sides.theirs')}>
        <Did fate={theirs} />
      </Side>
      <Side name={t('sides.merged')}>
        <span className="font-medium">{t(isIn ? 'in' : 'out')}</span>
      </Side>
    </span>
  )
}

/** NamedCompany by the head of the column where there is room for one. */
function Side({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span className="text-sm">
      <span className="text-muted sm:sr-only">{name}: </span>
      {children}
    </span>
  )
}

function Did({ fate }: { readonly fate: Fate }) {
  const t = useTranslations('filters.conflict.fates')
  return fate === 'kept' ? <span className="text-muted">{t('kept')}</span> : <Badge tone={tones[fate]}>{t(fate)}</Badge>
}
