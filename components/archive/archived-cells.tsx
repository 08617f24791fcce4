'use client'

import { type MouseEvent, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { isPersonalReport, reportName } from '@/lib/domain/events/sources'
import { formatBytes, formatDate, formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { archivedFilePath } from '@/lib/domain/routes'
import type { ArchivedReport } from '@/lib/features/archive/contract'
import { archiveFailures, archiveLosses } from '@/lib/features/archive/domain/archive'

const tones: Readonly<Record<ArchivedReport['state'], Tone>> = {
  stored: 'accent',
  waiting: 'info',
  failed: 'danger',
  lost: 'danger',
  removed: 'neutral',
}

/**
 * The number of characters that allow comparing two hashes at sight; the full hash is in the title and in the manifest.
 */
const HASH_SHOWN = 12

export const archivedColumns = {
  report: { isTitle: true, bar: 'w-64', line: 'h-9.5' },
  state: {},
  rows: { isEnd: true, bar: 'w-12' },
  size: { isEnd: true, cell: 'whitespace-nowrap text-muted', bar: 'w-12' },
  hash: { cell: 'font-mono text-sm text-muted', bar: 'w-24' },
  file: { isEnd: true, bar: 'h-7 w-20' },
}

/** Called before a file with personal data is downloaded: false if the user gave no purpose. */
type BeforeDownload = () => Promise<boolean>

export function useArchivedCells(beforeDownload: BeforeDownload) {
  const t = useTranslations('archive')
  const locale = useLocale()
  return (report: ArchivedReport) => {
    const { report_date, source, format, row_count: rows, size_bytes: bytes, sha256, generated_at } = report
    const name = `${formatDate(report_date, locale)}, ${reportName(source, locale)}, ${format.toUpperCase()}`
    return {
      report: (
        <>
          {name}
          {generated_at !== '' && (
            <span className="block text-sm font-normal text-muted">
              {t('list.generated')}: <Time instant={generated_at} />
            </span>
          )}
        </>
      ),
      state: (
        <>
          <Badge tone={tones[report.state]}>{t(`report.${report.state}`)}</Badge>
          <Reason report={report} />
        </>
      ),
      rows: rows === null ? '–' : formatInteger(rows, locale),
      size: bytes === null ? '–' : formatBytes(bytes, locale),
      hash: sha256 !== null && <span title={sha256}>{sha256.slice(0, HASH_SHOWN)}…</span>,
      file: <FileLink report={report} name={name} beforeDownload={beforeDownload} />,
    }
  }
}

interface FileLinkProps {
  readonly report: ArchivedReport
  readonly name: string
  readonly beforeDownload: BeforeDownload
}

function Reason({ report }: { readonly report: ArchivedReport }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  const { state, failure, error, next_at: nextAt } = report
  const failureKey = [...archiveFailures, ...archiveLosses].find((each) => each === failure)
  if ((state !== 'failed' && state !== 'lost') || failureKey === undefined) return null
  return (
    <span className="block max-w-80 text-sm text-danger-ink">
      {t(`failures.${failureKey}`)} {error !== null && <span className="break-words text-muted">({error})</span>}
      {state === 'failed' && nextAt !== null && (
        <span className="block text-muted">{t('list.next', { at: formatDateTime(nextAt, locale) })}</span>
      )}
    </span>
  )
}

function FileLink({ report, name, beforeDownload }: FileLinkProps) {
  const t = useTranslations('archive.list')
  const link = useRef<HTMLAnchorElement>(null)
  const isReady = useRef(!isPersonalReport(report.source))
  const onClick = (event: MouseEvent) => {
    if (isReady.current) return
    event.preventDefault()
    void beforeDownload().then((isAllowed) => {
      isReady.current = isAllowed
      if (isAllowed) link.current?.click()
      return undefined
    })
  }
  if (report.state !== 'stored') return null
  if (report.is_elsewhere) return <span className="text-sm text-muted">{t('elsewhere')}</span>
  return (
    <a
      ref={link}
      href={archivedFilePath(report.id)}
      onClick={onClick}
      download
      className={buttonClass({ size: 'sm' })}
      aria-label={t('downloadNamed', { name })}
    >
      <Icon name="download" size={14} />
      {t('download')}
    </a>
  )
}
