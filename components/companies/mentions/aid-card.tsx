'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { sudopCase } from '@/lib/contract/registers'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { formatGrosz } from '@/lib/domain/format/format'

import type { CompanyTabProps } from '../company-tab'
import { PartEmpty, PartNote, ShutPart, UnreadNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { type PartPages, readItems, totalOfPages } from '../part/read-items'
import { type AidCase, type AidYear, findTwins, groszOf, sumByYear } from './aid-sums'

/** State aid, which is known by NIP. */
export function AidCard({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('company-registers.mentions.sudop')
  if (company !== null && company.nip === null)
    return <ShutPart title={t('title')} titleId="part-sudop" reason={t('withoutNip')} />
  return (
    <PartView number={number} part="sudop" calls={calls} title={t('title')} about={t('about')}>
      {(pages) => <Aid pages={pages} />}
    </PartView>
  )
}

function Aid({ pages }: { readonly pages: PartPages }) {
  const t = useTranslations('company-registers.mentions.sudop')
  const counted = useCountValues()
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
          {t('partly', { shown: items.length, total: counted(total).count, totalNumber: total })}
        </PartNote>
      )}
      {twins.size > 0 && <PartNote>{t('twins', counted(twins.size))}</PartNote>}
      <Years years={sumByYear(items)} />
      <PartNote>{t('grossMeans')}</PartNote>
      <Cases cases={items} twins={twins} />
    </>
  )
}

function Years({ years }: { readonly years: readonly AidYear[] }) {
  const t = useTranslations('company-registers.mentions.sudop')
  const locale = useLocale()
  const counted = useCountValues()
  const uncounted = years.reduce((sum, year) => sum + year.uncounted, 0)
  return (
    <>
      <Table label={t('years')}>
        <TableHead>
          <HeaderCell>{t('year')}</HeaderCell>
          <HeaderCell isEnd>{t('cases')}</HeaderCell>
          <HeaderCell isEnd>{t('nominal')}</HeaderCell>
          <HeaderCell isEnd>{t('gross')}</HeaderCell>
        </TableHead>
        <TableBody>
          {years.map(({ year, cases, nominalGrosz, grossGrosz }) => (
            <TableRow key={year ?? ''}>
              <Cell isTitle>{year ?? t('noYear')}</Cell>
              <Cell isEnd>
                <PhoneLabel>{t('cases')}</PhoneLabel>
                {counted(cases).count}
              </Cell>
              <Cell isEnd>
                <PhoneLabel>{t('nominal')}</PhoneLabel>
                {formatGrosz(nominalGrosz, locale)}
              </Cell>
              <Cell isEnd>
                <PhoneLabel>{t('gross')}</PhoneLabel>
                {formatGrosz(grossGrosz, locale)}
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {uncounted > 0 && <PartNote isWarning>{t('uncounted', counted(uncounted))}</PartNote>}
    </>
  )
}

/** On a phone the head of the table is not shown. */
function PhoneLabel({ children }: { readonly children: string }) {
  return <span className="text-muted sm:hidden">{children}: </span>
}

interface CasesProps {
  readonly cases: readonly AidCase[]
  readonly twins: ReadonlySet<number>
}

function Cases({ cases, twins }: CasesProps) {
  const t = useTranslations('company-registers.mentions.sudop')
  return (
    <Table label={t('list')}>
      <TableHead>
        <HeaderCell>{t('measure')}</HeaderCell>
        <HeaderCell>{t('grantedOn')}</HeaderCell>
        <HeaderCell isEnd>{t('nominal')}</HeaderCell>
        <HeaderCell isEnd>{t('gross')}</HeaderCell>
      </TableHead>
      <TableBody>
        {cases.map((each, index) => (
          <Case key={index} each={each} isTwin={twins.has(index)} />
        ))}
      </TableBody>
    </Table>
  )
}

function Case({ each, isTwin }: { readonly each: AidCase; readonly isTwin: boolean }) {
  const t = useTranslations('company-registers.mentions.sudop')
  const { granted_on, measure_name, measure_number, provider_name, form, purpose } = each
  const details = [provider_name, form, purpose, measure_number].filter(Boolean).join(' · ')
  return (
    <TableRow className="align-top">
      <Cell isTitle>
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
      </Cell>
      <Cell className="whitespace-nowrap">{granted_on && <Time instant={granted_on} format="date" />}</Cell>
      <Cell isEnd className="whitespace-nowrap">
        <PhoneLabel>{t('nominal')}</PhoneLabel>
        <Amount value={each.nominal_value_pln} />
      </Cell>
      <Cell isEnd className="whitespace-nowrap">
        <PhoneLabel>{t('gross')}</PhoneLabel>
        <Amount value={each.gross_value_pln} />
      </Cell>
    </TableRow>
  )
}

/** In zlotys; what is no amount is shown as it came. */
function Amount({ value }: { readonly value: string | null | undefined }) {
  const locale = useLocale()
  const grosz = groszOf(value)
  return grosz === undefined ? (value ?? '–') : formatGrosz(grosz, locale)
}
