'use client'

import { useSearchParams } from 'next/navigation'
import { useRef, useState, useCallback, useEffect } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { useRestoredAddress } from '@/components/ui/address/use-restored-address'
import { Card } from '@/components/ui/card'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'

import { CompanySearchField } from './company-search-field'
import { MIN_LETTERS, MAX_LETTERS } from './found-companies'
import { FoundList } from './found-list'
import { RecentList } from './recent-list'

/** A pause between two keys that asks. */
const PAUSE_MS = 30
/** Between two calls: ten a second is what an account may ask for. */
const GAP_MS = 100
/** Whoever types without a pause sees an answer as often. */
const PATIENCE_MS = 300

/** What to ask for while somebody types: the first key at once, then whenever they pause for a moment. */
function useTypedSearch(typed: string): string {
  const [asked, setAsked] = useState(typed)
  const times = useRef({ asked: -Infinity, waiting: 0 })
  useEffect(() => {
    const now = performance.now()
    const { current } = times
    if (typed === asked) {
      current.waiting = 0
      return undefined
    }
    current.waiting ||= now
    const isFirst = now - current.asked > PATIENCE_MS
    const rest = isFirst ? 0 : Math.min(PAUSE_MS, current.waiting + PATIENCE_MS - now)
    const wait = Math.max(0, rest, isFirst ? 0 : current.asked + GAP_MS - now)
    const timer = setTimeout(() => {
      current.asked = performance.now()
      current.waiting = 0
      setAsked(typed)
    }, wait)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return asked
}

const readQuery = (params: Pick<URLSearchParams, 'get'>): string => (params.get('q') ?? '').slice(0, MAX_LETTERS)

/**
 * What stands in the field. `keep` writes what was looked for into the address, for a reload and a link; back, forward and
 * links restore it from there. What `keep` wrote comes back from the router while somebody types on, and restores nothing.
 */
function useSearchAddress() {
  const params = useSearchParams()
  const [typed, setTyped] = useState(() => readQuery(params))
  const written = useRef(typed)
  useRestoredAddress(
    useCallback((next: URLSearchParams) => {
      const q = readQuery(next)
      if (q === written.current) return
      written.current = q
      setTyped(q)
    }, []),
  )
  const keep = useCallback((q: string) => {
    if (q === written.current) return
    written.current = q
    window.history.replaceState(null, '', `?${new URLSearchParams({ q }).toString()}`)
  }, [])
  return { typed, setTyped, keep }
}

/** Companies by name or number, as one types; free of charge. */
export function SearchPage() {
  const { allowed } = usePermission('search.list')
  return allowed ? <CompanySearch /> : <DeniedPage page="search" />
}

function CompanySearch() {
  const t = useTranslations('search')
  const { typed, setTyped, keep } = useSearchAddress()
  const asked = useTypedSearch(typed.trim())
  const list = useRef<HTMLDivElement>(null)
  const [entered, setEntered] = useState<string>()
  // What may be a person's number is sent nowhere.
  const isPersonal = mayHoldPesel(typed) && !isRegon(typed)
  const isAsked = typed.trim().length >= MIN_LETTERS && !isPersonal
  const focusFirst = () => {
    const first = list.current?.querySelector<HTMLAnchorElement>('a[data-company]')
    first?.focus()
    return first !== null && first !== undefined
  }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
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
          {!isPersonal && !isAsked && <RecentList isShort={typed.trim() !== ''} />}
          {isAsked && (
            <FoundList
              typed={typed.trim()}
              asked={asked.length >= MIN_LETTERS ? asked : typed.trim()}
              entered={entered}
              onFound={keep}
            />
          )}
        </div>
      </Card>
    </>
  )
}

/** Fourteen digits are a REGON, of which none is a person's number. */
const isRegon = (text: string): boolean => text.replaceAll(/\D/g, '').length === REGON_DIGITS
const REGON_DIGITS = 14
