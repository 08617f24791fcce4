'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { ShortPrice } from '@/components/meters/price-line'
import { type PaidFile, usePaidFile } from '@/components/meters/use-paid-file'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { lazyCall } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import type { Pool } from '@/lib/domain/usage/pools'

import type { CompanyTabProps } from '../company-tab'
import { UnavailablePart } from '../part/part-notes'

/** `owners` is an extract of the register of beneficial owners (CRBR), the others of KRS. */
const kinds = ['current', 'full', 'owners'] as const

/** Extracts as files, from KRS and CRBR. Companies outside KRS have none. */
export function ExtractsTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies.extracts')
  const krs = company === null ? krsIn(number) : (company.krs ?? undefined)
  if (krs === undefined) return <UnavailablePart title={t('title')} reason={t('noKrs')} />
  return (
    <Card title={t('title')}>
      <p className="max-w-prose px-4 pt-3 text-muted">{t('about')}</p>
      <ul className="divide-y">
        {kinds.map((kind) => (
          <li key={kind}>
            <ExtractRow kind={kind} krs={krs} calls={calls} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A number that the search does not find is used if it has the form of a KRS number. */
const krsIn = (number: string): string | undefined => (/^0{3}\d{7}$/.test(number) ? number : undefined)

interface ExtractRowProps {
  readonly kind: (typeof kinds)[number]
  readonly krs: string
  readonly calls: readonly PricedCall[]
}

/** One extract: its content, price, button, and the result of the last download. */
function ExtractRow({ kind, krs, calls }: ExtractRowProps) {
  const t = useTranslations('companies.extracts')
  const operation = kind === 'owners' ? 'crbr.pdf' : 'krs.pdf'
  const call = calls.find(({ name }) => name === operation)
  const pool = call?.pool
  const { reason } = usePermission(operation)
  const save = usePaidFile()
  const fetch = () =>
    kind === 'owners'
      ? lazyCall('crbr.pdf', { params: { krs } })
      : lazyCall('krs.pdf', { params: { krs }, query: { type: kind } })
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => save({ pool, fetch, fallbackName: `${kind}-${krs}.pdf` }),
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{t(`kinds.${kind}`)}</h3>
          <p className="max-w-prose text-sm text-muted">{t(`aboutKind.${kind}`)}</p>
          {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {call && <ShortPrice pool={call.pool} units={call.units} />}
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
        {data && <SavedFileNote saved={data} pool={pool} />}
      </p>
      <PaidQueryFailure error={error} />
    </>
  )
}

function SavedFileNote({
  saved: { name, units },
  pool,
}: {
  readonly saved: PaidFile
  readonly pool: Pool | undefined
}) {
  const t = useTranslations('companies.extracts')
  const words = usePriceWords()
  return pool === undefined || units === null
    ? t('saved', { name })
    : t('savedFor', { name, price: words(pool, units) })
}
