'use client'

import { useTranslations, useLocale } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { formatDateTime, formatTime } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'

import { DownloadButton, DownloadFailure } from '../downloads/download-button'
import type { Downloads } from '../downloads/use-downloads'
import { ExpiryCell } from '../expiry-cell'
import { readExpiry, type Report } from '../report-index'
import { useReportWords } from '../report-name'
import type { DayFile, PanelReport } from './day-lines'
import { isCurrent } from './day-marks'

interface FormatCellProps {
  readonly file: DayFile
  /** The report's description, for screen readers. */
  readonly name: string
  readonly now: number
  readonly downloads: Downloads
  /** True if its expiry differs from that of the other formats. */
  readonly hasOwnEnd: boolean
  /** True if a member downloaded the report in any format. */
  readonly isDownloaded: boolean
}

export function FormatCell({ file, isDownloaded, ...openFileProps }: FormatCellProps) {
  const { report, state, known } = file
  return (
    <div className="grid justify-items-start gap-0.5">
      {report !== undefined && state === 'ready' ? (
        <OpenFile {...openFileProps} report={report} />
      ) : (
        <FileState file={file} isDownloaded={isDownloaded} />
      )}
      {known && known.id !== null && <DownloadedNote known={known} />}
      {known?.is_archived === true && <ArchivedNote />}
    </div>
  )
}

/** The panel has a copy, even if the service no longer has the report. */
function ArchivedNote() {
  const t = useTranslations('reports.days')
  const { allowed } = usePermission('archive.get')
  const text = (
    <>
      <Icon name="archive" size={11} className="mr-1 inline" />
      {t('archived')}
    </>
  )
  return (
    <p className="text-sm font-normal text-muted">
      {allowed ? (
        <Link
          href={routes.reportArchive}
          prefetch={false}
          className="inline-flex min-h-6 items-center underline underline-offset-2"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}

interface OpenFileProps extends Omit<FormatCellProps, 'file' | 'isDownloaded'> {
  readonly report: Report
}

function OpenFile({ report, name, now, downloads, hasOwnEnd }: OpenFileProps) {
  const words = useReportWords()
  const { id, size_bytes: bytes, expires_at: end } = report
  const expiry = readExpiry(end, now)
  const state = downloads.stateOf(id)
  return (
    <>
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <DownloadButton
          name={name}
          expiry={expiry.state}
          state={state}
          onDownload={() => void downloads.start(id, report)}
          onSpreadsheet={report.format === 'csv' ? () => void downloads.start(id, report, 'spreadsheet') : undefined}
        />
        <span className="text-sm text-muted tabular">{words.size(bytes)}</span>
      </span>
      {hasOwnEnd && <ExpiryCell expiresAt={end} expiry={expiry} />}
      <DownloadFailure state={state} expiresAt={end} onCancel={() => downloads.cancel(id)} />
    </>
  )
}

/** Why there is no download. A report at risk is also marked by an icon. */
function FileState({ file: { state, known }, isDownloaded }: Pick<FormatCellProps, 'file' | 'isDownloaded'>) {
  const t = useTranslations('reports.days')
  const isRisk = known?.is_never_downloaded === true && !known.is_empty && !isDownloaded
  const text = isRisk ? `${t(`state.${state}`)}, ${t('never')}` : t(`state.${state}`)
  const hint = state === 'ready' || state === 'expired' ? undefined : t(`hint.${state}`)
  if (isRisk || state === 'missing') {
    return (
      <Badge tone="danger" title={hint} className="whitespace-normal!">
        <Icon name={state === 'missing' ? 'close' : 'alert'} size={12} />
        {text}
      </Badge>
    )
  }
  return (
    <span className="text-sm text-muted" title={hint}>
      {text}
    </span>
  )
}

/** Formats a time as `dziś 14:02`, `wczoraj 14:02`, or with the date. */
function useTimeText() {
  const t = useTranslations('reports.days.when')
  const locale = useLocale()
  const today = warsawDay(new Date(useClock()))
  return (instant: string): string => {
    const day = warsawDay(new Date(instant))
    if (day === today) return t('today', { time: formatTime(instant) })
    return day === addDays(today, -1) ? t('yesterday', { time: formatTime(instant) }) : formatDateTime(instant, locale)
  }
}

/** Who has already downloaded the report, to avoid duplicate downloads. */
function DownloadedNote({ known }: { readonly known: PanelReport }) {
  const t = useTranslations('reports.days')
  const when = useTimeText()
  const text = useDownloadedText(known)
  const all = useAllDownloaders(known)
  const { downloaded_by_team: team, generated_at: generatedAt } = known
  if (text === undefined) return null
  const hasChanged = generatedAt !== null && !isCurrent(team.last_at, generatedAt)
  return (
    <p className="text-sm font-normal text-muted" title={all}>
      <Icon name="check" size={11} className="mr-1 inline" />
      <span className="wrap-anywhere">{text}</span>
      {all !== undefined && <span className="sr-only"> ({all})</span>}
      {hasChanged && <span className="block text-warn-ink">{t('madeAgain', { when: when(generatedAt) })}</span>}
    </p>
  )
}

function useDownloadedText({
  downloaded_by_me: downloadedAt,
  downloaded_by_team: team,
}: PanelReport): string | undefined {
  const t = useTranslations('reports.days')
  const when = useTimeText()
  const { count, last_at: last, people } = team
  if (last === null) return undefined
  const others = count > 1 ? ` ${t('others', { count: count - 1 })}` : ''
  if (downloadedAt !== null) return `${t('taken', { who: t('you'), when: when(downloadedAt) })}${others}`
  const [newest] = people
  if (newest === undefined) return t('takenBySome', { count, when: when(last) })
  return `${t('taken', { who: newest.who, when: when(newest.at) })}${others}`
}

/** All members who downloaded it, with times; undefined if one line shows everything. */
function useAllDownloaders({ downloaded_by_team: { count, people } }: PanelReport): string | undefined {
  const locale = useLocale()
  if (count < 2 || people.length === 0) return undefined
  return people.map(({ who, at }) => `${who}, ${formatDateTime(at, locale)}`).join('; ')
}
