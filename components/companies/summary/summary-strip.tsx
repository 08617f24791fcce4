'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { formatZloty } from '@/lib/domain/format/format'
import type { CompanyPart } from '@/lib/features/companies/domain/part-rows'

import { tabOfPart } from '../company-tabs'
import { TabLink } from '../frame/tab-link'
import { readRiskLevel } from '../risk/risk-level'
import { readVatStatus } from '../white-list/vat-status'

type CompanyAnswer = PanelAnswer<'companies.get'>
type Summary = CompanyAnswer['summary']

/** The main figures that were already paid for, each with its date and a link to its part. */
export function SummaryStrip({ companyAnswer }: { readonly companyAnswer: CompanyAnswer }) {
  const t = useTranslations('companies.summary')
  const locale = useLocale()
  const { summary, parts } = companyAnswer
  const { risk, vat, board, share_capital_pln: capital, main_activity: activity } = summary
  const askedAt = (part: CompanyPart) => parts.find((each) => each.part === part)?.asked_at
  const record = { part: 'record', askedAt: askedAt('record') } as const
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-5 gap-y-3 px-4 py-3.5">
      <Figure name={t('risk')} part="risk" askedAt={askedAt('risk')}>
        {risk && <Risk {...risk} />}
      </Figure>
      <Figure name={t('vat')} part="whiteList" askedAt={askedAt('whiteList')}>
        {vat && <Vat {...vat} />}
      </Figure>
      <Figure name={t('board')} part="graph" askedAt={askedAt('graph')}>
        {board && <Board {...board} />}
      </Figure>
      <Figure name={t('capital')} {...record}>
        {capital !== null && formatZloty(capital, locale)}
      </Figure>
      <Figure name={t('activity')} {...record}>
        {activity}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly part: CompanyPart
  /** Undefined if the part was never queried. */
  readonly askedAt: string | undefined
  readonly children: ReactNode
}

function Figure({ name, part, askedAt, children }: FigureProps) {
  const t = useTranslations('companies.summary')
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">
        <TabLink tab={tabOfPart(part)} className="hover:underline">
          {name}
        </TabLink>
      </dt>
      <dd className="tabular">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {children || <span className="font-normal text-muted">{t(askedAt === undefined ? 'unknown' : 'none')}</span>}
        </span>
        {askedAt !== undefined && (
          <span className="text-sm text-muted">
            {t('asOf')} <Time instant={askedAt} format="date" />
          </span>
        )}
      </dd>
    </div>
  )
}

function Risk({ score, level }: NonNullable<Summary['risk']>) {
  const t = useTranslations('companies-registers.risk.levels')
  const { level: known, tone } = readRiskLevel(level)
  const words = known === undefined ? level : t(known)
  return (
    <>
      {score}/100 {words && <Badge tone={tone.badge}>{words}</Badge>}
    </>
  )
}

function Vat({ status, accounts }: NonNullable<Summary['vat']>) {
  const t = useTranslations('companies')
  const countValues = useCountValues()
  if (status === null) return <Badge tone="warn">{t('summary.notListed')}</Badge>
  const { kind, tone } = readVatStatus(status)
  return (
    <>
      <Badge tone={tone}>{kind === undefined ? status : t(`whiteList.statuses.${kind}`)}</Badge>
      {accounts !== null && (
        <TabLink tab="whiteList" className="font-normal underline underline-offset-2">
          {t('summary.accounts', countValues(accounts))}
        </TabLink>
      )}
    </>
  )
}

function Board({ members, changed_on: changedOn, is_cut: isCut }: NonNullable<Summary['board']>) {
  const t = useTranslations('companies.summary')
  const countValues = useCountValues()
  return (
    <>
      {t(isCut ? 'membersAtLeast' : 'members', countValues(members))}
      {changedOn !== null && (
        <span className="font-normal">
          {t('changed')} <Time instant={changedOn} format="date" />
        </span>
      )}
    </>
  )
}
