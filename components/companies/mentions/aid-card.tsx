'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { sudopCase } from '@/lib/contract/registers'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { formatGrosz } from '@/lib/domain/format/format'

import type { CompanyTabProps } from '../company-tab'
import { PartEmpty, PartNote, UnavailablePart, UnreadNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { type PartPages, readItems, totalOfPages } from '../part/read-items'
import { type AidCase, type AidYear, findTwins, groszOf, sumByYear } from './aid-sums'

const amount = { isEnd: true, isNamedOnPhone: true, cell: 'whitespace-nowrap' }
const yearColumns = { year: { isTitle: true }, cases: amount, nominal: amount, gross: amount }
const caseColumns = {
  measure: { isTitle: true },
  grantedOn: { cell: 'whitespace-nowrap' },
  nominal: amount,
  gross: amount,
}

/** State aid of the company, which is searched by NIP. */
export function AidCard({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies-registers.mentions.sudop')
  const title = useTranslations('register-names')('sudop.part')
  if (company !== null && company.nip === null) return <UnavailablePart title={title} reason={t('withoutNip')} />
  return (
    <PartView number={number} part="sudop" calls={calls} title={title} about={t('about')}>
      {(pages) => <Aid pages={pages} />}
    </PartView>
  )
}

function Aid({ pages }: { readonly pages: PartPages }) {
  const t = useTranslations('companies-registers.mentions.sudop')
  const countValues = useCountValues()
  const { items: cases, unread } = readItems(pages, sudopCase)
  const items = cases.toSorted((a, b) => compareValues(b.granted_on ?? '', a.granted_on ?? ''))
  if (items.length === 0 && unread === 0) return <PartEmpty title={t('empty')}>{t('emptyMeans')}</PartEmpty>
  const total = totalOfPages(pages)
  const twins = findTwins(items)
  return (
    <>
      <UnreadNote count={unread} />
      {total !== undefined && total > items.length && (
        <PartNote isWarning>
          {t('partly', { shown: items.length, total: countValues(total).count, totalNumber: total })}
        </PartNote>
      )}
      {twins.size > 0 && <PartNote>{t('twins', countValues(twins.size))}</PartNote>}
      <Years years={sumByYear(items)} />
      <PartNote>{t('grossMeans')}</PartNote>
      <Cases cases={items} twins={twins} />
    </>
  )
}

function Years({ years }: { readonly years: readonly AidYear[] }) {
  const t = useTranslations('companies-registers.mentions.sudop')
  const locale = useLocale()
  const countValues = useCountValues()
  const uncounted = years.reduce((sum, year) => sum + year.uncounted, 0)
  return (
    <>
      <ResourceTable
        label={t('years')}
        columns={yearColumns}
        nameOf={t}
        rows={years}
        keyOf={({ year }) => year ?? ''}
        cells={({ year, cases, nominalGrosz, grossGrosz }) => ({
          year: year ?? t('noYear'),
          cases: countValues(cases).count,
          nominal: formatGrosz(nominalGrosz, locale),
          gross: formatGrosz(grossGrosz, locale),
        })}
      />
      {uncounted > 0 && <PartNote isWarning>{t('uncounted', countValues(uncounted))}</PartNote>}
    </>
  )
}

interface CasesProps {
  readonly cases: readonly AidCase[]
  readonly twins: ReadonlySet<number>
}

function Cases({ cases, twins }: CasesProps) {
  const t = useTranslations('companies-registers.mentions.sudop')
  return (
    <ResourceTable
      label={t('list')}
      columns={caseColumns}
      nameOf={t}
      rows={cases}
      keyOf={(_, index) => index}
      row={{ className: 'align-top' }}
      cells={(each, index) => ({
        measure: <Measure each={each} isTwin={twins.has(index)} />,
        grantedOn: each.granted_on && <Time instant={each.granted_on} format="date" />,
        nominal: <Amount value={each.nominal_value_pln} />,
        gross: <Amount value={each.gross_value_pln} />,
      })}
    />
  )
}

function Measure({ each, isTwin }: { readonly each: AidCase; readonly isTwin: boolean }) {
  const t = useTranslations('companies-registers.mentions.sudop')
  const { measure_name, measure_number, provider_name, form, purpose } = each
  const details = [provider_name, form, purpose, measure_number].filter(Boolean).join(' · ')
  return (
    <>
      <span dir="auto" className="wrap-anywhere">
        {measure_name || t('unnamed')}
      </span>
      {isTwin && (
        <>
          {' '}
          <Badge>{t('twin')}</Badge>
        </>
      )}
      <span dir="auto" className="block text-sm font-normal wrap-anywhere text-muted">
        {details}
      </span>
    </>
  )
}

/** Shows an amount in zlotys; other text is shown unchanged. */
function Amount({ value }: { readonly value: string | null | undefined }) {
  const locale = useLocale()
  const grosz = groszOf(value)
  return grosz === undefined ? (value ?? '–') : formatGrosz(grosz, locale)
}
