'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryFailed, QueryWaiting } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { CompanyHits } from '@/components/shared/company-search/company-hits'
import { type CompanyHit, useCompanyResults, useHasCompanies } from '@/components/shared/company-search/company-results'
import { Button, LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import {
  isNumberAlone,
  type CompanyNumber,
  pageNumberOf,
  readCompanyNumbers,
} from '@/lib/domain/companies/company-number'
import { companyPath, routes } from '@/lib/domain/routes'

import { rowKeys } from './row-keys'

interface ResultListProps {
  readonly typed: string
  /** The text last requested. */
  readonly searchText: string
  /** The text when Enter was pressed; its first company opens once the results arrive. */
  readonly entered: string | undefined
  /** Called with an answered text. A number without results may be a personal number and is not reported. */
  readonly onFound: (q: string) => void
}

export function ResultList(props: ResultListProps) {
  const { searchText } = props
  const t = useTranslations('search')
  const { list, hits, isOld } = useResults(props)
  return (
    <>
      {list.isPending && (
        <QueryWaiting query={list}>
          <SkeletonRows rows={6} />
        </QueryWaiting>
      )}
      {list.isError && <QueryFailed query={list} contentName={t('what')} />}
      {list.data && <Results list={list} hits={hits} q={searchText} isOld={isOld} />}
    </>
  )
}

/** The results; reports them, and opens the first one after Enter. */
function useResults({ typed, searchText, entered, onFound }: ResultListProps) {
  const list = useCompanyResults(searchText)
  const hits = list.data?.pages.flatMap(({ items }) => items) ?? []
  const isOld = searchText !== typed || list.isPlaceholderData
  const fresh = isOld ? undefined : hits
  const shouldReportFound = fresh !== undefined && (fresh.length > 0 || !isNumberAlone(searchText))
  useEffect(() => {
    if (shouldReportFound) onFound(searchText)
  }, [searchText, shouldReportFound, onFound])
  useOpenFirst(entered === typed && !list.isFetching ? fresh?.[0] : undefined)
  return { list, hits, isOld }
}

interface ResultsProps {
  readonly list: ReturnType<typeof useCompanyResults>
  readonly hits: readonly CompanyHit[]
  readonly q: string
  /** True if the results belong to an earlier text. */
  readonly isOld: boolean
}

function Results({ list, hits, q, isOld }: ResultsProps) {
  const t = useTranslations('search')
  const total = list.data?.pages[0]?.total ?? undefined
  return (
    <>
      <p role="status" className="sr-only">
        {isOld ? '' : t('status', { total: total ?? hits.length })}
      </p>
      {hits.length > 0 && (
        <div data-settled={!isOld} className={classNames('border-t transition-opacity', isOld && 'opacity-60')}>
          <div ref={rowKeys}>
            <CompanyHits hits={hits} q={q} />
          </div>
          <More list={list} shown={hits.length} total={total} />
        </div>
      )}
      {hits.length === 0 && !isOld && <NoHits q={q} />}
    </>
  )
}

interface MoreProps {
  readonly list: ReturnType<typeof useCompanyResults>
  readonly shown: number
  readonly total: number | undefined
}

function More({ list, shown, total }: MoreProps) {
  const t = useTranslations('search')
  const countValues = useCountValues()
  if (total === undefined && !list.hasNextPage) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-sm text-muted">
      <span>{total === undefined ? '' : t('shown', { shown: countValues(shown).count, ...countValues(total) })}</span>
      {list.hasNextPage && (
        <Button size="sm" isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}

/** Opens the company, also if Enter was pressed before the answer. */
function useOpenFirst(first: CompanyHit | undefined): void {
  const router = useRouter()
  useEffect(() => {
    if (first === undefined) return
    router.push(asRoute(companyPath(pageNumberOf(first))))
  }, [first, router])
}

/** A service without any company cannot find one, however it is spelled. */
function NoHits({ q }: { readonly q: string }) {
  const hasCompanies = useHasCompanies()
  if (hasCompanies === undefined) return null
  return hasCompanies ? <NothingFound q={q} /> : <NoCompanies />
}

function NoCompanies() {
  const t = useTranslations('search.noCompanies')
  const { allowed } = usePermission('monitors.create')
  return (
    <EmptyState
      title={t('title')}
      action={allowed ? <LinkButton href={routes.monitorsImport}>{t('add')}</LinkButton> : undefined}
    >
      {t('text')}
    </EmptyState>
  )
}

/** Suggests what to try. A valid number may be in the register although the search does not find it. */
function NothingFound({ q }: { readonly q: string }) {
  const t = useTranslations('search.nothing')
  if (!isNumberAlone(q)) return <EmptyState title={t('title', { q: short(q) })}>{t('text')}</EmptyState>
  const numbers = readCompanyNumbers(q).filter(isLikely)
  const nip = numbers.find(({ kind: each }) => each === 'nip')
  const number = nip ?? numbers[0]
  if (number === undefined) return <EmptyState title={t('invalidTitle')}>{t('invalidText')}</EmptyState>
  const kind = number.kind.toUpperCase()
  return (
    <EmptyState
      title={t('numberTitle', { kind, number: number.value })}
      action={
        <LinkButton href={asRoute(companyPath(number.value))} prefetch={false}>
          {t('open', { kind, number: number.value })}
        </LinkButton>
      }
    >
      {t(number.kind === 'nip' ? 'nipText' : 'numberText')}
    </EmptyState>
  )
}

/** Current KRS numbers begin with 000; other numbers of ten digits are mistyped NIPs. */
const isLikely = ({ kind, value }: CompanyNumber): boolean => kind !== 'krs' || value.startsWith('000')

const MAX_TITLE_QUERY_LENGTH = 60
const short = (q: string): string => (q.length > MAX_TITLE_QUERY_LENGTH ? `${q.slice(0, MAX_TITLE_QUERY_LENGTH)}…` : q)
