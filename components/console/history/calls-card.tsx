'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import type { ConsoleCall } from '@/lib/contract/panel/registers/console-calls'
import { formatInteger } from '@/lib/domain/format/format'

import { useOperationNames } from '../operations/use-operation-names'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What is kept of a request, in one line: `krs=0000012345 limit=20`. */
function KeptInputsText({ call: { inputs, is_partial: isPartial } }: { readonly call: ConsoleCall }) {
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

export interface CallsCardProps {
  readonly onRepeat: (call: ConsoleCall) => void
}

/** What the user called here last. Of what was put in only what cannot be of a person is kept. */
export function CallsCard({ onRepeat }: CallsCardProps) {
  const t = useTranslations('console.history')
  const calls = useQuery(panelQuery('consoleCalls.list', {}))
  return (
    <Card labelledBy="history-title">
      <CardHeader title={t('title')} titleId="history-title" aside={(calls.data?.items.length ?? 0) > 0 && <Clear />} />
      <QueryView
        query={calls}
        what={t('what')}
        skeleton={<SkeletonRows rows={4} />}
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
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('operation')}</HeaderCell>
          <HeaderCell>{t('status')}</HeaderCell>
          <HeaderCell>{t('when')}</HeaderCell>
          <HeaderCell>{t('time')}</HeaderCell>
          <HeaderCell>{t('units')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('repeat')}</span>
          </HeaderCell>
        </TableHead>
        <TableBody>
          {items.map((call) => (
            <CallRow key={call.id} call={call} onRepeat={onRepeat} />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

function CallRow({ call, onRepeat }: CallsCardProps & { readonly call: ConsoleCall }) {
  const t = useTranslations('console.history')
  const answer = useTranslations('console.answer')
  const locale = useLocale()
  const name = useOperationNames()(call.operation)
  const { status, units } = call
  return (
    <TableRow>
      <Cell isTitle>
        <span className="font-normal">{name}</span>
        <KeptInputsText call={call} />
      </Cell>
      <Cell>
        <Badge tone={status >= 400 || status === 0 ? 'warn' : 'neutral'}>
          {status === 0 ? t('lostStatus') : status}
        </Badge>
      </Cell>
      <Cell>
        <Time instant={call.called_at} />
      </Cell>
      <Cell className="tabular">{answer('ms', { value: formatInteger(call.took_ms, locale) })}</Cell>
      <Cell className="tabular">{units === null ? '–' : formatInteger(units, locale)}</Cell>
      <Cell>
        <Button size="sm" aria-label={t('repeatOf', { name })} onClick={() => onRepeat(call)}>
          {t('repeat')}
        </Button>
      </Cell>
    </TableRow>
  )
}

function Clear() {
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
      done={t('cleared')}
      failed={(error) => t('clearFailed', { reason: toText(error) })}
    >
      {t('clearText')}
    </DeleteDialog>
  )
}
