'use client'

import { useSearchParams } from 'next/navigation'
import { type ReactNode, useRef, useState, useCallback, useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { MIN_LETTERS, MAX_LETTERS } from '@/components/shared/company-search/company-results'
import { useRestoredAddress } from '@/components/ui/address/use-restored-address'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { forgetCompanies, readRecentText, recallCompanies } from '@/lib/client/companies/recent-companies'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'
import { companyPath } from '@/lib/domain/routes'

import { CompanySearchField } from './company-search-field'
import { ResultList } from './result-list'
import { rowKeys } from './row-keys'

const noChanges = () => () => undefined

/** Shown without a search: recently opened companies, or how to begin. */
function RecentList({ isShort }: { readonly isShort: boolean }) {
  const t = useTranslations('search')
  const { mark } = useViewer()
  const [, setCleared] = useState(0)
  // The server has no access to the browser's storage.
  const text = useSyncExternalStore(noChanges, readRecentText, () => '')
  const companies = recallCompanies(mark, text)
  if (isShort || companies.length === 0) {
    return (
      <div className="border-t">
        <EmptyState title={t(isShort ? 'short' : 'empty.title')}>{isShort ? undefined : t('empty.text')}</EmptyState>
      </div>
    )
  }
  return (
    <section aria-labelledby="recent-companies" className="border-t pb-1.5">
      <div className="flex items-center justify-between gap-3 px-4 pt-2.5 pb-1">
        <h2 id="recent-companies" className="text-sm text-muted">
          {t('recent.title')}
        </h2>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            forgetCompanies(mark)
            setCleared((times) => times + 1)
          }}
        >
          {t('recent.clear')}
        </Button>
      </div>
      <ul aria-labelledby="recent-companies" ref={rowKeys}>
        {companies.map(({ number, name }) => (
          <li key={number}>
            <Link
              href={asRoute(companyPath(number))}
              data-company=""
              prefetch={false}
              className="flex items-center gap-2.5 px-4 py-2 outline-offset-[-2px] hover:bg-hover focus-visible:bg-selected"
            >
              <Icon name="clock" className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <span className="text-sm text-muted tabular">{number}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A pause between two keys that triggers a request, in milliseconds. */
const PAUSE_MS = 30
/** Minimum time between two requests: an account may make ten per second. */
const GAP_MS = 100
/** Maximum time without a request while the user types without pause. */
const MAX_WAIT_MS = 300

/** The text to request: the first key immediately, then at each short pause in typing. */
function useTypedSearch(typed: string): string {
  const [searchText, setSearchText] = useState(typed)
  const times = useRef({ requestedAt: -Infinity, waitingSince: 0 })
  useEffect(() => {
    const now = performance.now()
    const { current } = times
    if (typed === searchText) {
      current.waitingSince = 0
      return undefined
    }
    current.waitingSince ||= now
    const isFirst = now - current.requestedAt > MAX_WAIT_MS
    const rest = isFirst ? 0 : Math.min(PAUSE_MS, current.waitingSince + MAX_WAIT_MS - now)
    const wait = Math.max(0, rest, isFirst ? 0 : current.requestedAt + GAP_MS - now)
    const timer = setTimeout(() => {
      current.requestedAt = performance.now()
      current.waitingSince = 0
      setSearchText(typed)
    }, wait)
    return () => clearTimeout(timer)
  }, [typed, searchText])
  return searchText
}

const readQuery = (params: Pick<URLSearchParams, 'get'>): string => (params.get('q') ?? '').slice(0, MAX_LETTERS)

/**
 * The text of the field. `writeAddress` writes the searched text to the address, for reloads and links; back, forward
 * and links restore it. An address written by `writeAddress` may arrive from the router while the user is still typing,
 * and is ignored then.
 */
function useSearchAddress() {
  const params = useSearchParams()
  const [typed, setTyped] = useState(() => readQuery(params))
  const lastWrittenQuery = useRef(typed)
  useRestoredAddress(
    useCallback((next: URLSearchParams) => {
      const q = readQuery(next)
      if (q === lastWrittenQuery.current) return
      lastWrittenQuery.current = q
      setTyped(q)
    }, []),
  )
  const writeAddress = useCallback((q: string) => {
    if (q === lastWrittenQuery.current) return
    lastWrittenQuery.current = q
    window.history.replaceState(null, '', `?${new URLSearchParams({ q }).toString()}`)
  }, [])
  return { typed, setTyped, writeAddress }
}

/** `hint`: what the company is searched for, if another page has led here. */
export function SearchPage({ hint }: { readonly hint?: ReactNode }) {
  const { allowed } = usePermission('search.list')
  return allowed ? <CompanySearch hint={hint} /> : <DeniedPage page="search" />
}

function CompanySearch({ hint }: { readonly hint: ReactNode }) {
  const t = useTranslations('search')
  const { typed, setTyped, writeAddress } = useSearchAddress()
  const searchText = useTypedSearch(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState<string>()
  // A text that may be a personal number is not sent.
  const isPersonal = mayHoldPesel(typed) && !isRegon(typed)
  const canSearch = typed.trim().length >= MIN_LETTERS && !isPersonal
  const focusFirst = () => {
    const first = list.current?.querySelector<HTMLAnchorElement>('a[data-company]')
    first?.focus()
    return first !== null && first !== undefined
  }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {hint}
      <Card>
        <CompanySearchField
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setEntered(undefined)
          }}
          onDown={focusFirst}
          onEnter={() => setEntered(typed.trim())}
        />
        <div ref={list}>
          {isPersonal && (
            <p role="status" className="border-t px-4 py-3.5">
              {t('personal')}
            </p>
          )}
          {!isPersonal && !canSearch && <RecentList isShort={typed.trim() !== ''} />}
          {canSearch && (
            <ResultList
              typed={typed.trim()}
              searchText={searchText.length >= MIN_LETTERS ? searchText : typed.trim()}
              entered={entered}
              onFound={writeAddress}
            />
          )}
        </div>
      </Card>
    </>
  )
}

/** Fourteen digits are a REGON, which cannot be a personal number. */
const isRegon = (text: string): boolean => text.replaceAll(/\D/g, '').length === REGON_DIGITS
const REGON_DIGITS = 14
