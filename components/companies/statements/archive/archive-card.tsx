'use client'

import { useMutation } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { PaidFileFailure } from '@/components/meters/paid-query-failure'
import { countUnits } from '@/components/meters/price'
import { ShortPrice } from '@/components/meters/price-line'
import { useSummary } from '@/components/meters/use-meters'
import { usePaidFile } from '@/components/meters/use-paid-file'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyCall } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { formatDateTime } from '@/lib/domain/format/format'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'

import { isStatement } from '../documents/filed-items'
import type { FiledList } from '../use-filed-items'

const kinds = ['krs', 'nip', 'regon', 'subject_id'] as const

interface ArchiveCardProps {
  readonly number: string
  readonly calls: readonly PricedCall[]
  /** Undefined while the content of the archive is unknown. */
  readonly documents: FiledList | undefined
}

/** All annual statements as one file, at the two prices of the interface (decision 23, archive price). */
export function ArchiveCard({ number, calls, documents }: ArchiveCardProps) {
  const t = useTranslations('statements.archive')
  const call = calls.find(({ name }) => name === 'rdf.archive')
  if (call === undefined) return null
  return (
    <Card title={t('title')}>
      <CardBody className="space-y-3">
        <p className="max-w-prose text-muted">{t('about')}</p>
        <p className="max-w-prose text-sm text-muted">
          {t('twoPrices', { from: call.unitsFrom ?? call.units, to: call.units })}
        </p>
        <ArchiveButton number={number} call={call} documents={documents} />
      </CardBody>
    </Card>
  )
}

/** Returns why the archive is unavailable, or what has to be requested first; undefined if it is available. */
function useReason({ call, documents }: Pick<ArchiveButtonProps, 'call' | 'documents'>): string | undefined {
  const t = useTranslations('statements.archive')
  const { reason } = usePermission('rdf.archive')
  const plan = useSummary().data?.plan_tier
  if (reason !== undefined) return reason
  if (call.onlyPlan !== undefined && typeof plan === 'string' && plan !== call.onlyPlan) return t('onlyPlan')
  if (documents === undefined) return t('listFirst')
  return documents.items.some(isStatement) ? undefined : t('nothing')
}

interface ArchiveButtonProps extends Omit<ArchiveCardProps, 'calls'> {
  readonly call: PricedCall
}

function ArchiveButton({ number, call, documents }: ArchiveButtonProps) {
  const t = useTranslations('statements.archive')
  const reason = useReason({ call, documents })
  const saving = useArchiveDownload(number)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button isPending={saving.isPending} disabledReason={reason} onClick={() => saving.mutate()}>
          {!saving.isPending && <Icon name="archive" size={14} />}
          {t('download')}
        </Button>
        <ArchivePrice call={call} documents={documents} />
      </div>
      {reason !== undefined && <p className="text-sm text-muted">{reason}</p>}
      {saving.data && <ArchiveCost {...saving.data} />}
      <PaidFileFailure error={saving.error} />
    </>
  )
}

function ArchivePrice({ call, documents }: Pick<ArchiveButtonProps, 'call' | 'documents'>) {
  const t = useTranslations('statements.archive')
  const locale = useLocale()
  const countValues = useCountValues()
  const count = documents?.items.filter(isStatement).length ?? 0
  if (documents === undefined || count === 0) return null
  const { from, to } = countUnits(call, count)
  return (
    <span className="text-sm text-muted">
      {t('count', { ...countValues(count), when: formatDateTime(documents.askedAt, locale) })}{' '}
      <ShortPrice pool="rdf" units={to} unitsFrom={from} />
    </span>
  )
}

function ArchiveCost({ units, byMeter }: SavedArchive) {
  const t = useTranslations('statements.archive')
  const words = usePriceWords()
  const text =
    units === null
      ? byMeter === null
        ? t('movedUnknown')
        : t('movedByMeter', { price: words('rdf', byMeter) })
      : t('moved', { price: words('rdf', units) })
  return (
    <p role="status" className="font-medium">
      {text}
    </p>
  )
}

interface SavedArchive {
  readonly units: number | null
  /** The change of the meter during the download; null if the answer reported the cost, or the meter cannot be read. */
  readonly byMeter: number | null
}

/** Builds the selector of the archive from the number under which answers are stored. */
function selectorOf(number: string) {
  const kind = kinds.find((each) => checkIdentifier(each, number).ok)
  if (kind === undefined) return { krs: number }
  return kind === 'subject_id' ? { id: number } : { [kind]: number }
}

async function readMeter(): Promise<number | null> {
  const summary = await lazyCall('usage.summary', {}).catch(() => undefined)
  return summary?.counts?.rdf ?? null
}

/** Saves the archive. The meter is read before and after, for a service that does not report the cost. */
function useArchiveDownload(number: string) {
  const t = useTranslations('statements')
  const save = usePaidFile()
  const download = async (): Promise<SavedArchive> => {
    const before = await readMeter()
    const { units } = await save({
      pool: 'rdf',
      fetch: () => lazyCall('rdf.archive', { query: selectorOf(number) }),
      fallbackName: `sprawozdania-${number}.zip`,
      costUnknown: t('costUnknown'),
    })
    if (units !== null) return { units, byMeter: null }
    const after = await readMeter()
    return { units, byMeter: before === null || after === null || after < before ? null : after - before }
  }
  return useMutation({ mutationFn: download })
}
