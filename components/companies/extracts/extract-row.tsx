'use client'

import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { AskFailure } from '@/components/meters/ask-failure'
import { PriceLine } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { PricedCall } from '@/lib/contract/prices'
import { isPool, type Pool } from '@/lib/domain/usage/pools'

import { type ExtractKind, type SavedExtract, useExtract } from './use-extract'

interface ExtractRowProps {
  readonly kind: ExtractKind
  readonly krs: string
  readonly call: PricedCall | undefined
}

/** One extract: what is in it, its price, the button, and what became of the last download. */
export function ExtractRow({ kind, krs, call }: ExtractRowProps) {
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
function Saved({ saved: { name, units }, pool }: { readonly saved: SavedExtract; readonly pool: Pool | undefined }) {
  const t = useTranslations('companies.extracts')
  const words = usePriceWords()
  return pool === undefined || units === null
    ? t('saved', { name })
    : t('savedFor', { name, price: words(pool, units) })
}
