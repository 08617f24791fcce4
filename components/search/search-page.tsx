'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { mayHoldPesel } from '@/lib/domain/identifiers/personal-number'

import { CompanySearchField } from './company-search-field'
import { MIN_LETTERS } from './found-companies'
import { FoundList } from './found-list'
import { RecentList } from './recent-list'
import { useSearchAddress } from './use-search-address'
import { useTypedSearch } from './use-typed-search'

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
