'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { LinkButton } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { type CompanyNumber, isNumberAlone, readCompanyNumbers } from '@/lib/domain/companies/company-number'
import { companyPath } from '@/lib/domain/routes'

/** Says what to try; a sound number may be known to the register though the search does not find it. */
export function NothingFound({ q }: { readonly q: string }) {
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

/** Every KRS number of today begins so; other ten digits are a NIP that was mistyped. */
const isLikely = ({ kind, value }: CompanyNumber): boolean => kind !== 'krs' || value.startsWith('000')

const SHOWN = 60
const short = (q: string): string => (q.length > SHOWN ? `${q.slice(0, SHOWN)}…` : q)
