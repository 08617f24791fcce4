'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { AskFailure } from '@/components/meters/ask-failure'
import { PriceLine } from '@/components/meters/price-line'
import { type PaidFile, usePaidFile } from '@/components/meters/use-paid-file'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { lazyCall } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { isPool, type Pool } from '@/lib/domain/usage/pools'

import type { CompanyTabProps } from '../company-tab'

const kinds: readonly ExtractKind[] = ['current', 'full', 'owners']

/** Extracts as files: from KRS, and of the beneficial owners. What is not in KRS has none. */
export function ExtractsTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies.extracts')
  const krs = company === null ? krsIn(number) : (company.krs ?? undefined)
  return (
    <Card title={t('title')}>
      {krs === undefined ? (
        <CardBody className="text-muted">{t('noKrs')}</CardBody>
      ) : (
        <>
          <p className="max-w-prose px-4 pt-3 text-muted">{t('about')}</p>
          <ul className="divide-y">
            {kinds.map((kind) => (
              <li key={kind}>
                <ExtractRow kind={kind} krs={krs} call={callOf(calls, kind)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** A number that nothing finds, where it has the form of KRS numbers. */
const krsIn = (number: string): string | undefined => (/^0{3}\d{7}$/.test(number) ? number : undefined)

const callOf = (calls: readonly PricedCall[], kind: ExtractKind): PricedCall | undefined =>
  calls.find(({ name }) => name === (kind === 'owners' ? 'crbr.pdf' : 'krs.pdf'))

interface ExtractRowProps {
  readonly kind: ExtractKind
  readonly krs: string
  readonly call: PricedCall | undefined
}

/** One extract: what is in it, its price, the button, and what became of the last download. */
function ExtractRow({ kind, krs, call }: ExtractRowProps) {
  const t = useTranslations('companies.extracts')
  const pool = call?.pool && isPool(call.pool) ? call.pool : undefined
  const { reason } = usePermission(kind === 'owners' ? 'crbr.pdf' : 'krs.pdf')
  const { mutate, isPending, data, error } = useExtract({ kind, krs, pool })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{t(`kinds.${kind}`)}</h3>
          <p className="max-w-prose text-sm text-muted">{t(`aboutKind.${kind}`)}</p>
          {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {pool !== undefined && call !== undefined && <PriceLine pool={pool} units={call.units} />}
          <Button
            isPending={isPending}
            disabledReason={reason}
            aria-label={`${t('download')}: ${t(`kinds.${kind}`)}`}
            onClick={() => mutate()}
          >
            <Icon name="download" size={14} />
            {t('download')}
          </Button>
        </div>
      </div>
      <p role="status" className="px-4 text-sm text-muted [&:not(:empty)]:pb-3">
        {data && <Saved saved={data} pool={pool} />}
      </p>
      <AskFailure error={error} />
    </>
  )
}

/** Under which name it was saved, and what the service says that it cost. */
function Saved({ saved: { name, units }, pool }: { readonly saved: PaidFile; readonly pool: Pool | undefined }) {
  const t = useTranslations('companies.extracts')
  const words = usePriceWords()
  return pool === undefined || units === null
    ? t('saved', { name })
    : t('savedFor', { name, price: words(pool, units) })
}

/** `owners`: of CRBR; the others of KRS. */
type ExtractKind = 'current' | 'full' | 'owners'

interface Wanted {
  readonly kind: ExtractKind
  readonly krs: string
  readonly pool: Pool | undefined
}

/** Fetches an extract, which is paid for. */
function useExtract({ kind, krs, pool }: Wanted) {
  const save = usePaidFile()
  const fetch = () =>
    kind === 'owners'
      ? lazyCall('crbr.pdf', { params: { krs } })
      : lazyCall('krs.pdf', { params: { krs }, query: { type: kind } })
  return useMutation({ mutationFn: () => save({ pool, fetch, otherwise: `${kind}-${krs}.pdf` }) })
}
