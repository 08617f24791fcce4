'use client'

import { type MouseEvent, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-style'
import { Icon } from '@/components/ui/icon'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ArchivedReport } from '@/lib/contract/panel/archive'
import { isPersonalReport, reportName } from '@/lib/domain/events/sources'
import { formatBytes, formatDate, formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { archiveFailures, archiveLosses } from '@/lib/domain/reports/archive'
import { archivedFilePath } from '@/lib/domain/routes'

const tones: Readonly<Record<ArchivedReport['state'], Tone>> = {
  stored: 'accent',
  waiting: 'info',
  failed: 'danger',
  lost: 'danger',
  removed: 'neutral',
}

/** Enough of a hash to compare two at sight; the whole is in the title and in the manifest. */
const HASH_SHOWN = 12

interface ArchivedRowProps {
  readonly report: ArchivedReport
  /** Asked before a file of persons is taken: false when nobody said what for. */
  readonly onTake: () => Promise<boolean>
}

/** One edition of a report. */
export function ArchivedRow({ report, onTake }: ArchivedRowProps) {
  const t = useTranslations('archive')
  const locale = useLocale()
  const { report_date, source, format, row_count: rows, size_bytes: bytes, sha256, generated_at } = report
  const name = `${formatDate(report_date, locale)}, ${reportName(source, locale)}, ${format.toUpperCase()}`
  return (
    <TableRow>
      <Cell isTitle>
        {name}
        {generated_at !== '' && (
          <span className="block text-sm font-normal text-muted">
            {t('list.generated')}: <Time instant={generated_at} />
          </span>
        )}
      </Cell>
      <Cell>
        <Badge tone={tones[report.state]}>{t(`report.${report.state}`)}</Badge>
        <Reason report={report} />
      </Cell>
      <Cell isEnd>{rows === null ? '–' : formatInteger(rows, locale)}</Cell>
      <Cell isEnd className="whitespace-nowrap text-muted">
        {bytes === null ? '–' : formatBytes(bytes, locale)}
      </Cell>
      <Cell className="font-mono text-sm text-muted">
        {sha256 !== null && <span title={sha256}>{sha256.slice(0, HASH_SHOWN)}…</span>}
      </Cell>
      <Cell isEnd>
        <FileLink report={report} name={name} onTake={onTake} />
      </Cell>
    </TableRow>
  )
}

function Reason({ report }: { readonly report: ArchivedReport }) {
  const t = useTranslations('archive')
  const locale = useLocale()
  const { state, failure, error, next_at: nextAt } = report
  const known = [...archiveFailures, ...archiveLosses].find((each) => each === failure)
  if ((state !== 'failed' && state !== 'lost') || known === undefined) return null
  return (
    <span className="block max-w-80 text-sm text-danger-ink">
      {t(`failures.${known}`)} {error !== null && <span className="break-words text-muted">({error})</span>}
      {state === 'failed' && nextAt !== null && (
        <span className="block text-muted">{t('list.next', { at: formatDateTime(nextAt, locale) })}</span>
      )}
    </span>
  )
}

function FileLink({ report, name, onTake }: ArchivedRowProps & { readonly name: string }) {
  const t = useTranslations('archive.list')
  const link = useRef<HTMLAnchorElement>(null)
  const isReady = useRef(!isPersonalReport(report.source))
  const onClick = (event: MouseEvent) => {
    if (isReady.current) return
    event.preventDefault()
    void onTake().then((isGiven) => {
      isReady.current = isGiven
      if (isGiven) link.current?.click()
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
