'use client'

import { useTranslations } from 'use-intl'

import { useOperationNames } from '@/components/shared/use-operation-names'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'

import type { RequestDraft } from '../request/use-request-draft'

interface OperationHeadProps {
  readonly operation: ConsoleOperation
  readonly request: RequestDraft
  readonly example: RequestInputs | undefined
}

/** Shows the operation, how the panel differs from the service, and ways to fill the form. */
export function OperationHead({ operation, request, example }: OperationHeadProps) {
  const t = useTranslations('console')
  const name = useOperationNames()(operation.name)
  const notes = notesOf(operation, request.inputs)
  const hasExample = Object.values(example ?? {}).some((values) => Object.keys(values ?? {}).length > 0)
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0">
          <h2 id="operation-title" className="text-lg font-semibold">
            {name}
          </h2>
          <p className="mt-0.5 flex min-w-0 items-center gap-2">
            <MethodBadge method={operation.method} />
            <code className="font-mono text-sm break-all text-muted">{operation.path}</code>
          </p>
        </div>
        {hasExample && (
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => example && request.fill(example)}>
              {t('form.example')}
            </Button>
            <Button size="sm" variant="ghost" onClick={request.clear}>
              {t('form.clear')}
            </Button>
          </div>
        )}
      </header>
      {notes.length > 0 && (
        <details className="border-b px-4 py-2 text-sm text-muted">
          <summary>{t('notes.export')}</summary>
          <ul className="mt-1 max-w-prose list-disc space-y-1 pl-5">
            {notes.map((note) => (
              <li key={note}>{t(`notes.${note}`)}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Lists how a call by the panel differs from one with a key. */
function notesOf({ name, isPlain, isStream, produces }: ConsoleOperation, { query }: RequestInputs) {
  const isReport = name === 'reports.download'
  const notes = {
    masked: produces === 'json' && !isPlain,
    cursor: query?.['cursor'] !== undefined && !isPlain,
    wait: name === 'updates.list',
    download: isReport,
    recorded: produces === 'file' && !isReport,
    lines: isStream,
  }
  return (['masked', 'cursor', 'wait', 'download', 'recorded', 'lines'] as const).filter((note) => notes[note])
}

export function MethodBadge({ method }: Pick<ConsoleOperation, 'method'>) {
  const tone = method === 'GET' ? 'neutral' : method === 'DELETE' ? 'danger' : 'info'
  return (
    <Badge tone={tone} className="w-14 shrink-0 justify-center font-mono text-xs">
      {method}
    </Badge>
  )
}
