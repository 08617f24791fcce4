'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { PaidFileFailure } from '@/components/meters/paid-query-failure'
import { type PaidFile, usePaidFile } from '@/components/meters/use-paid-file'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { ResourceRow } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyCall } from '@/lib/client/queries'
import type { PricedCall } from '@/lib/contract/prices'
import { readInstant } from '@/lib/domain/calendar'
import { formatBytes, formatDateTime } from '@/lib/domain/format/format'

import { PeriodText } from '../period-text'
import { priceOfFile } from './file-price'
import { type FiledItem, toListedKind } from './filed-items'
import { rowIdOf } from './row-id'
import { useKindName } from './use-kind-name'

export const documentColumns = {
  document: { isTitle: true },
  period: { cell: 'whitespace-nowrap' },
  prepared: { cell: 'whitespace-nowrap', isNamedOnPhone: true },
  filed: { cell: 'whitespace-nowrap', isNamedOnPhone: true },
  language: {},
  file: { isEnd: true, cell: 'stacked:basis-full stacked:text-left' },
}
const PAID_KEY = ['paidDocuments'] as const

interface DocumentRowProps {
  readonly item: FiledItem
  readonly calls: readonly PricedCall[]
}

/** One document: its kind, its filing date, and its file at its price. */
export function DocumentRow({ item, calls }: DocumentRowProps) {
  const t = useTranslations('statements.documents')
  const download = useDocumentDownload(item)
  return (
    <>
      <ResourceRow
        id={rowIdOf(item.id)}
        tabIndex={-1}
        className="scroll-mt-20 focus:bg-mark/40"
        columns={documentColumns}
        nameOf={t}
        cells={{
          document: <DocumentName item={item} />,
          period: <PeriodText start={item.period_start} end={item.period_end} />,
          prepared: dayCell(item.prepared_on),
          filed: dayCell(item.filed_on),
          language: <LanguageName code={item.language} />,
          file: <DocumentFileCell item={item} calls={calls} download={download} />,
        }}
      />
      {download.error !== null && (
        <tr className="stacked:block">
          <td colSpan={Object.keys(documentColumns).length} className="px-4 pb-3 stacked:block">
            <PaidFileFailure error={download.error} />
          </td>
        </tr>
      )}
    </>
  )
}

function DocumentName({ item }: { readonly item: FiledItem }) {
  const t = useTranslations('statements.documents')
  const nameOf = useKindName()
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {nameOf(toListedKind(item))}
        {item.correction === true && <Badge tone="warn">{t('correction')}</Badge>}
        {item.ifrs === true && <Badge tone="info">{t('ifrs')}</Badge>}
      </span>
      {item.file_name && (
        <span dir="auto" className="block text-sm font-normal break-all text-muted">
          {item.file_name}
        </span>
      )}
    </>
  )
}

const dayCell = (day: string | null | undefined) => ({
  className: day ? '' : 'stacked:hidden',
  content: day ? <Time instant={day} format="date" /> : '–',
})

function LanguageName({ code }: { readonly code: string | null | undefined }) {
  const locale = useLocale()
  if (!code) return <span className="stacked:hidden">–</span>
  return languageName(code, locale)
}

/** Cached by language of the page, because creating one costs more than the rest of a row. */
const languageNames = new Map<string, Intl.DisplayNames>()

/** Returns `polski`; text that is not a language code is returned unchanged. */
function languageName(code: string, locale: string): string {
  const names = languageNames.get(locale) ?? new Intl.DisplayNames([locale], { type: 'language' })
  languageNames.set(locale, names)
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

interface DocumentFileCellProps extends DocumentRowProps {
  readonly download: ReturnType<typeof useDocumentDownload>
}

function DocumentFileCell({ item, calls, download }: DocumentFileCellProps) {
  const t = useTranslations('statements.documents')
  const { reason } = usePermission('rdf.document')
  const nameOf = useKindName()
  const file = item.file_name ?? nameOf(toListedKind(item))
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 stacked:justify-start">
      <span className="text-right text-sm text-muted stacked:text-left">
        <FileSize item={item} />
        <FileCost item={item} calls={calls} paid={download.paid} />
      </span>
      <Button
        size="sm"
        aria-label={t('downloadNamed', { file })}
        isPending={download.isPending}
        disabledReason={reason}
        onClick={download.start}
      >
        {!download.isPending && <Icon name="download" size={14} />}
        {t('download')}
      </Button>
    </span>
  )
}

function FileSize({ item: { size_bytes: size, pages } }: { readonly item: FiledItem }) {
  const t = useTranslations('statements.documents')
  const locale = useLocale()
  const countValues = useCountValues()
  const parts = [
    ...(typeof size === 'number' ? [formatBytes(size, locale)] : []),
    ...(typeof pages === 'number' ? [t('pages', countValues(pages))] : []),
  ]
  return parts.length === 0 ? null : <span className="block whitespace-nowrap">{parts.join(' · ')}</span>
}

/** Shows the price, or until when the file is free. */
function FileCost({
  calls,
  paid,
}: Omit<DocumentFileCellProps, 'download'> & Pick<DocumentFileCellProps['download'], 'paid'>) {
  const t = useTranslations('statements.documents')
  const locale = useLocale()
  const words = usePriceWords()
  const now = useClock()
  const call = priceOfFile(calls)
  const until = readInstant(paid?.until)
  if (until !== undefined && until > now)
    return <span className="block text-accent-ink">{t('freeUntil', { when: formatDateTime(until, locale) })}</span>
  return call === undefined ? null : <span className="block">{words(call.pool, call.units)}</span>
}

/** Files paid for since the page was opened, by document id. */
type PaidFiles = Readonly<Record<string, PaidFile>>

/** Downloads and saves the file of one document, and reports its cost. */
function useDocumentDownload({ id, file_name: name }: Pick<FiledItem, 'id' | 'file_name'>) {
  const client = useQueryClient()
  const t = useTranslations('statements')
  const save = usePaidFile()
  const { data: paid } = useQuery<PaidFiles>({
    queryKey: PAID_KEY,
    queryFn: () => ({}),
    initialData: {},
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const saving = useMutation({
    mutationFn: () =>
      save({
        pool: 'rdf',
        fetch: () => lazyCall('rdf.document', { params: { id } }),
        fallbackName: name ?? 'dokument',
        costUnknown: t('costUnknown'),
      }),
    onSuccess: (saved) => client.setQueryData<PaidFiles>(PAID_KEY, (now = {}) => ({ ...now, [id]: saved })),
  })
  return { start: () => saving.mutate(), isPending: saving.isPending, error: saving.error, paid: paid[id] }
}
