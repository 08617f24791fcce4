'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryView } from '@/components/layout/query-states'
import { Card, CardBody } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { companyQuery, pageNumberOf, readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { companyPath } from '@/lib/domain/routes'

type Hit = OperationAnswer<'search.list'>['items'][number]

const DELAY_MS = 200
/** The service refuses shorter texts. */
const MIN_LENGTH = 2
const MAX_LENGTH = 200
const MAX_HITS = 8

const statementsPath = (number: string): string => companyPath(number, 'statements')

/** A number that is valid by form and checksum and is not a personal number. */
const typedNumber = (text: string): string | undefined =>
  readCompanyNumbers(text).find(({ kind }) => kind !== 'subject_id')?.value

/** Chooses a company by number or name: searches while typing, Enter opens the first result. Free of charge. */
export function CompanyPicker() {
  const t = useTranslations('statements.page')
  const router = useRouter()
  const [text, setText] = useState('')
  const debouncedText = useDebouncedValue(text.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_LENGTH), DELAY_MS)
  const q = typedNumber(debouncedText) ?? debouncedText
  const results = useQuery({
    ...query('search.list', { query: { q: companyQuery(q), limit: MAX_HITS } }),
    enabled: q.length >= MIN_LENGTH,
  })
  const open = (event: FormEvent) => {
    event.preventDefault()
    const first = results.data?.items[0]
    const number = typedNumber(text) ?? (first && pageNumberOf(first))
    if (number !== undefined) router.push(asRoute(statementsPath(number)))
  }
  return (
    <Card>
      <form role="search" onSubmit={open}>
        <CardBody>
          <TextField
            label={t('search')}
            hint={t('searchHint')}
            value={text}
            maxLength={MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </CardBody>
      </form>
      {q.length >= MIN_LENGTH && (
        <div className="border-t">
          <QueryView
            query={results}
            contentName={t('what')}
            skeleton={<SkeletonRows rows={3} />}
            isEmpty={({ items }) => items.length === 0}
            empty={<NothingFound typed={q} />}
          >
            {({ items, next_cursor: next }) => <Hits items={items} hasMore={typeof next === 'string'} />}
          </QueryView>
        </div>
      )}
    </Card>
  )
}

function Hits({ items, hasMore }: { readonly items: readonly Hit[]; readonly hasMore: boolean }) {
  const t = useTranslations('statements.page')
  const countValues = useCountValues()
  return (
    <>
      <p role="status" className="px-4 pt-2.5 text-sm text-muted">
        {t(hasMore ? 'foundMore' : 'found', countValues(items.length))}
      </p>
      <ul className="divide-y">
        {items.map((hit) => (
          <li key={hit.id}>
            <Link
              href={asRoute(statementsPath(pageNumberOf(hit)))}
              className="block px-4 py-2 -outline-offset-2 hover:bg-hover"
            >
              <span dir="auto" className="block font-medium break-words">
                {hit.name ?? pageNumberOf(hit)}
              </span>
              <span className="block text-sm text-muted tabular">
                {[hit.krs && `KRS ${hit.krs}`, hit.nip && `NIP ${hit.nip}`, hit.city].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A valid number can be opened, because the repository may have statements of companies that the search lacks. */
function NothingFound({ typed }: { readonly typed: string }) {
  const t = useTranslations('statements.page')
  const number = typedNumber(typed)
  return (
    <div role="status">
      <EmptyState
        title={t('none')}
        action={
          number === undefined ? undefined : (
            <Link href={asRoute(statementsPath(number))} className="text-accent-ink underline underline-offset-2">
              {t('open', { number })}
            </Link>
          )
        }
      >
        {t('noneWhy')}
      </EmptyState>
    </div>
  )
}
