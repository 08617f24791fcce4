'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Select } from '@/components/ui/inputs/select'
import { saveCsv } from '@/components/ui/save-file'
import { Spinner } from '@/components/ui/spinner'
import { useCountValues } from '@/components/ui/use-count-values'
import { encodings } from '@/lib/client/read-table/decode-text'
import { MAX_ROWS } from '@/lib/client/read-table/source-table'

import type { ImportSnapshot } from './session/import-snapshot'
import { useImport } from './use-import'

const separatorNames = { '\t': 'tab', ';': 'semicolon', '|': 'bar', ',': 'comma' } as const

function Reading({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('monitor-import.source')
  const { session } = useImport()
  const { encoding, sheets, sheet } = snapshot
  return (
    <>
      {encoding !== undefined && (
        <div className="w-44">
          <Select
            label={t('encoding')}
            isLabelHidden
            value={encoding}
            options={encodings.map((value) => ({ value, label: t(`encodings.${value}`) }))}
            onChange={({ target: { value } }) =>
              void session.reopen({ encoding: encodings.find((each) => each === value) })
            }
          />
        </div>
      )}
      {sheets.length > 1 && (
        <div className="w-48">
          <Select
            label={t('sheet')}
            isLabelHidden
            value={sheet ?? ''}
            options={sheets.map((value) => ({ value, label: t('sheetIs', { name: value }) }))}
            onChange={(event) => void session.reopen({ sheet: event.target.value })}
          />
        </div>
      )}
    </>
  )
}

function Size({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('monitor-import.source')
  const counted = useCountValues()
  const { rowCount, separator } = snapshot
  const rows = t('rows', counted(rowCount))
  return separator === undefined ? rows : `${rows} · ${t(`separators.${separatorNames[separator]}`)}`
}

/** Where the list came from and how it was read, with what can be read differently. */
export function SourceSummary() {
  const t = useTranslations('monitor-import.source')
  const { session, state } = useImport()
  const { source, snapshot, isReading, run } = state
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon name="list" className="shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-semibold">{source.kind === 'file' ? source.name : t('pasted')}</p>
          <p role="status" className="flex items-center gap-2 text-sm text-muted tabular">
            {isReading ? <Spinner /> : snapshot && <Size snapshot={snapshot} />}
            {isReading && t('reading')}
          </p>
        </div>
        {snapshot !== undefined && source.kind === 'file' && <Reading snapshot={snapshot} />}
        <Button onClick={() => void session.leave()} disabledReason={run === undefined ? undefined : t('running')}>
          {t('other')}
        </Button>
      </div>
      {snapshot !== undefined && <SourceNotes snapshot={snapshot} />}
    </>
  )
}

/** What was odd about the list; each said once. */
function SourceNotes({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('monitor-import')
  const { session } = useImport()
  const counted = useCountValues()
  const { notes, rest, repeatedNames, counts } = snapshot
  const save = async () => saveCsv(t('files.rest'), await session.ask('rest', undefined))
  return (
    <>
      {rest > 0 && (
        <Banner
          tone="warn"
          action={
            <Button size="sm" onClick={() => void save()}>
              <Icon name="download" />
              {t('source.restDownload')}
            </Button>
          }
        >
          {t('source.rest', { ...counted(rest), max: counted(MAX_ROWS).count })}
        </Banner>
      )}
      {counts.all === 0 && <Banner tone="warn">{t('source.headerOnly')}</Banner>}
      {(notes.length > 0 || repeatedNames.length > 0) && (
        <ul className="grid gap-1 text-sm text-muted">
          {notes.map((note) => (
            <li key={note} className="flex gap-2">
              <Icon name="info" size={14} className="mt-0.5 shrink-0" />
              {t(`sourceNotes.${note}`)}
            </li>
          ))}
          {repeatedNames.length > 0 && (
            <li className="flex gap-2">
              <Icon name="info" size={14} className="mt-0.5 shrink-0" />
              {t('source.repeatedNames', { names: repeatedNames.join(', ') })}
            </li>
          )}
        </ul>
      )}
    </>
  )
}
