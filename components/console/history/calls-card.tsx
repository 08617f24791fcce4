'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { useOperationNames } from '@/components/shared/use-operation-names'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { ResourceTable, ResourceTableSkeleton } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { ConsoleCall } from '@/lib/features/console/contract'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Shows the saved inputs of a call in one line: `krs=0000012345 limit=20`. */
function SavedInputsText({ call: { inputs, is_partial: isPartial } }: { readonly call: ConsoleCall }) {
  const t = useTranslations('console.history')
  const pairs = [inputs.params, inputs.query, inputs.body].flatMap((values) => Object.entries(values ?? {}))
  const text = pairs.map(([name, value]) => `${name}=${textOf(value)}`).join(' ')
  if (text === '' && !isPartial) return null
  return (
    <span className="block max-w-md truncate text-sm font-normal text-muted">
      <code className="font-mono">{text}</code>
      {isPartial && (
        <span>
          {text === '' ? '' : ' · '}
          {t('partial')}
        </span>
      )}
    </span>
  )
}

const callColumns = {
  operation: { isTitle: true, bar: 'w-48' },
  status: {},
  when: {},
  time: { cell: 'tabular' },
  units: { cell: 'tabular' },
  repeat: { isUnnamed: true, bar: 'w-16', line: 'h-7' },
}

export interface CallsCardProps {
  readonly onRepeat: (call: ConsoleCall) => void
}

/** Lists the user's latest calls here. Only inputs that cannot be personal data are saved. */
export function CallsCard({ onRepeat }: CallsCardProps) {
  const t = useTranslations('console.history')
  const calls = useQuery(panelQuery('consoleCalls.list', {}))
  return (
    <Card title={t('title')} aside={(calls.data?.items.length ?? 0) > 0 && <ClearButton />}>
      <QueryView
        query={calls}
        contentName={t('what')}
        skeleton={<ResourceTableSkeleton columns={callColumns} rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ items }) => (
          <>
            <CallTable items={items} onRepeat={onRepeat} />
            <CardBody className="border-t text-sm text-muted">{t('hint')}</CardBody>
          </>
        )}
      </QueryView>
    </Card>
  )
}

function CallTable({ items, onRepeat }: CallsCardProps & { readonly items: readonly ConsoleCall[] }) {
  const t = useTranslations('console.history')
  const answer = useTranslations('console.answer')
  const locale = useLocale()
  const nameOf = useOperationNames()
  return (
    <div className="max-h-96 overflow-y-auto">
      <ResourceTable
        label={t('title')}
        columns={callColumns}
        nameOf={t}
        rows={items}
        keyOf={({ id }) => id}
        cells={(call) => ({
          operation: (
            <>
              <span className="font-normal">{nameOf(call.operation)}</span>
              <SavedInputsText call={call} />
            </>
          ),
          status: (
            <Badge tone={call.status >= 400 || call.status === 0 ? 'warn' : 'neutral'}>
              {call.status === 0 ? t('lostStatus') : call.status}
            </Badge>
          ),
          when: <Time instant={call.called_at} />,
          time: answer('ms', { value: formatInteger(call.took_ms, locale) }),
          units: call.units === null ? '–' : formatInteger(call.units, locale),
          repeat: (
            <Button
              size="sm"
              aria-label={t('repeatOf', { name: nameOf(call.operation) })}
              onClick={() => onRepeat(call)}
            >
              {t('repeat')}
            </Button>
          ),
        })}
      />
    </div>
  )
}

function ClearButton() {
  const t = useTranslations('console.history')
  const toText = useFailureText()
  const clear = useAction('consoleCalls.clear')
  return (
    <DeleteDialog
      button={{ size: 'sm', children: t('clear') }}
      title={t('clearTitle')}
      confirmLabel={t('clear')}
      onDelete={() => clear.mutateAsync({})}
      onDone={() => undefined}
      successText={t('cleared')}
      failed={(error) => t('clearFailed', { reason: toText(error) })}
    >
      {t('clearText')}
    </DeleteDialog>
  )
}
