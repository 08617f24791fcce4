'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Badge, type Tone } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { pageNumberOf } from '@/lib/domain/companies/company-number'
import { shortName } from '@/lib/domain/format/short-name'
import { companyPath } from '@/lib/domain/routes'

import type { CompanyHit } from './company-results'
import { matchedRanges } from './matched-ranges'
import { WatchCell } from './watch-cell'

const STATES = {
  active: 'accent',
  liquidation: 'warn',
  bankruptcy: 'danger',
  restructuring: 'warn',
  deregistered: 'neutral',
} as const satisfies Record<string, Tone>
const isState = (status: string): status is keyof typeof STATES => Object.hasOwn(STATES, status)

interface CompanyRowProps {
  readonly hit: CompanyHit
  readonly q: string
  /** The id of the account's monitor for it. */
  readonly monitor: string | undefined
}

export function CompanyRow({ hit, q, monitor }: CompanyRowProps) {
  const t = useTranslations('search')
  const { name, status } = hit
  return (
    <li className="flex items-center border-t pr-4 first:border-t-0 hover:bg-hover">
      <Link
        href={asRoute(companyPath(pageNumberOf(hit)))}
        data-company=""
        className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 pr-3 pl-4 outline-offset-[-2px] focus-visible:bg-selected"
      >
        <span className="min-w-0 flex-1 basis-64">
          <span className="block font-medium break-words" title={name ?? undefined}>
            <Marked name={name ? shortName(name) : t('unnamed')} q={q} />
          </span>
          <Particulars hit={hit} q={q} />
        </span>
        {status && <State status={status} />}
      </Link>
      <WatchCell hit={hit} monitor={monitor} />
    </li>
  )
}

function State({ status }: { readonly status: string }) {
  const t = useTranslations('search.states')
  return isState(status) ? <Badge tone={STATES[status]}>{t(status)}</Badge> : <Badge>{status}</Badge>
}

/** A remote service may omit any of them. */
function Particulars({ hit, q }: { readonly hit: CompanyHit; readonly q: string }) {
  const { krs, nip, regon, city, legal_form: form } = hit
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted tabular">
      {krs && <Number label="KRS" value={krs} isFound={isSameNumber(krs, q)} />}
      {nip && <Number label="NIP" value={nip} isFound={isSameNumber(nip, q)} />}
      {!(krs ?? nip) && regon && <Number label="REGON" value={regon} isFound={isSameNumber(regon, q)} />}
      {city && <span>{city}</span>}
      {form && <span className="max-sm:hidden">{form.toLocaleLowerCase('pl')}</span>}
    </span>
  )
}

function Marked({ name, q }: { readonly name: string; readonly q: string }) {
  const ranges = matchedRanges(name, q)
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {name.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{name.slice(start, end)}</mark>
        </span>
      ))}
      {name.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}

function isSameNumber(number: string, q: string): boolean {
  const digits = q.replaceAll(/\D/g, '')
  return digits !== '' && number.replace(/^0+/, '') === digits.replace(/^0+/, '')
}

function Number({
  label,
  value,
  isFound,
}: {
  readonly label: string
  readonly value: string
  readonly isFound: boolean
}) {
  return (
    <span>
      {label} {isFound ? <mark>{value}</mark> : value}
    </span>
  )
}
