'use client'

import { type ReactNode, useDeferredValue, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import { foldText } from '@/lib/domain/fold'
import { formatHundredths } from '@/lib/domain/format/format'

import { type People, type Relation, sumShares } from './people-groups'
import { RelationRows } from './relation-rows'
import { useRoleName } from './use-role-name'

/** Longer lists have a filter. */
const MAX_WITHOUT_FILTER = 12

export function PeopleLists({ people }: { readonly people: People }) {
  const t = useTranslations('companies.people')
  const roleName = useRoleName()
  const [filterText, setFilterText] = useState('')
  const needle = foldText(useDeferredValue(filterText).trim())
  const all = [...people.current.flatMap(({ items }) => items), ...people.former, ...people.elsewhere]
  const pick = (items: readonly Relation[]) =>
    needle === ''
      ? items
      : items.filter(({ name, role, krs }) => foldText(`${name} ${roleName(role)} ${krs ?? ''}`).includes(needle))
  const groups = people.current.map(({ role, items }) => ({ role, items, shown: pick(items) }))
  const [former, elsewhere] = [pick(people.former), pick(people.elsewhere)]
  const shownCount = groups.reduce((sum, { shown }) => sum + shown.length, former.length + elsewhere.length)
  return (
    <>
      {people.isCut && <p className="border-b bg-warn-soft px-4 py-2 text-warn-ink">{t('cut')}</p>}
      {all.length > MAX_WITHOUT_FILTER && (
        <NameFilter filterText={filterText} onType={setFilterText} found={shownCount} of={all.length} />
      )}
      {groups.map(
        ({ role, items, shown }) =>
          shown.length > 0 && (
            <Group key={role} title={roleName(role)} count={shown.length}>
              <RelationRows label={roleName(role)} relations={shown} hasShare={role === 'shareholder'} />
              {role === 'shareholder' && <ShareSumLine relations={items} />}
            </Group>
          ),
      )}
      {former.length > 0 && (
        <Group title={t('former')} count={former.length}>
          <RelationRows label={t('former')} relations={former} hasRole hasUntil />
        </Group>
      )}
      {elsewhere.length > 0 && (
        <Group title={t('elsewhere')} count={elsewhere.length}>
          <RelationRows label={t('elsewhere')} relations={elsewhere} hasRole hasShare hasUntil />
        </Group>
      )}
    </>
  )
}

interface FilterProps {
  readonly filterText: string
  readonly onType: (text: string) => void
  readonly found: number
  readonly of: number
}

function NameFilter({ filterText, onType, found, of }: FilterProps) {
  const t = useTranslations('companies.people')
  const countValues = useCountValues()
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1 border-b px-4 py-2.5">
      <div className="w-full max-w-xs">
        <TextField
          label={t('filter')}
          type="search"
          value={filterText}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      <p role="status" className="pb-1.5 text-sm text-muted tabular">
        {t('found', { found, ...countValues(of) })}
      </p>
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}

function Group({ title, count, children }: GroupProps) {
  return (
    <section className="border-b last:border-b-0">
      <h3 className="px-4 pt-3 pb-1 font-semibold">
        {title} <span className="text-sm font-normal text-muted tabular">{count}</span>
      </h3>
      {children}
    </section>
  )
}

/** Shows `Razem 99,9%, nieznane 0,1%`: the sum of the shares, and the rest. */
function ShareSumLine({ relations }: { readonly relations: readonly Relation[] }) {
  const t = useTranslations('companies.people')
  const locale = useLocale()
  const countValues = useCountValues()
  const sum = sumShares(relations)
  const percent = (value: number) => t('percent', { value: formatHundredths(value, locale) })
  return (
    <p className="px-4 pt-1 pb-3 text-sm text-muted tabular">
      {sum === undefined ? (
        t('sharesUnsaid')
      ) : (
        <>
          {t('sum', { known: percent(sum.known) })}{' '}
          {sum.rest === undefined ? t('sumOver') : sum.rest > 0 && t('sumRest', { rest: percent(sum.rest) })}{' '}
          {sum.withoutShare > 0 && t('sumUnsaid', countValues(sum.withoutShare))}
        </>
      )}
    </p>
  )
}
