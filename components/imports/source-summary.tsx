'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { SourceChoices } from '@/components/source-reading/source-choices'
import { SourceNoteItem, SourceNotes } from '@/components/source-reading/source-notes'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveCsv } from '@/components/ui/save-file'
import { Spinner } from '@/components/ui/spinner'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_ROWS } from '@/lib/client/read-table/source-table'

import type { ImportSnapshot } from './session/import-snapshot'
import { useImport } from './use-import'

const separatorNames = { '\t': 'tab', ';': 'semicolon', '|': 'bar', ',': 'comma' } as const

function Size({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.source')
  const countValues = useCountValues()
  const { rowCount, separator } = snapshot
  const rows = t('rows', countValues(rowCount))
  return separator === undefined ? rows : `${rows} · ${t(`separators.${separatorNames[separator]}`)}`
}

export function SourceSummary() {
  const t = useTranslations('imports.source')
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
        {snapshot !== undefined && source.kind === 'file' && (
          <SourceChoices view={snapshot} onChange={(choice) => void session.reopen(choice)} />
        )}
        <Button onClick={() => void session.leave()} disabledReason={run === undefined ? undefined : t('running')}>
          {t('other')}
        </Button>
      </div>
      {snapshot !== undefined && <ListNotes snapshot={snapshot} />}
    </>
  )
}

function ListNotes({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports')
  const { session } = useImport()
  const countValues = useCountValues()
  const { notes, rest, repeatedNames, counts, hiddenRows } = snapshot
  const save = async () => saveCsv(t('files.rest'), await session.callWorker('rest', undefined))
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
          {t('source.rest', { ...countValues(rest), max: countValues(MAX_ROWS).count })}
        </Banner>
      )}
      {counts.all === 0 && <Banner tone="warn">{t('source.headerOnly')}</Banner>}
      <SourceNotes
        notes={notes}
        hiddenRows={hiddenRows}
        onHidden={(takesHidden) => void session.reopen({ takesHidden })}
      >
        {repeatedNames.length > 0 && (
          <SourceNoteItem>{t('source.repeatedNames', { names: repeatedNames.join(', ') })}</SourceNoteItem>
        )}
      </SourceNotes>
    </>
  )
}
