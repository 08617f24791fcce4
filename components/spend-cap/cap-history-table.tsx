'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { CapChange, CapStart } from '@/lib/contract/panel/spend-cap'
import { capActor } from '@/lib/domain/files/usage-file'
import { formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

interface CapHistoryTableProps {
  readonly changes: readonly CapChange[]
  /** The cap before all changes; null where the panel does not know it. */
  readonly start: CapStart | null
}

export function CapHistoryTable({ changes, start }: CapHistoryTableProps) {
  const t = useTranslations('spend-cap.history')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.change')}</HeaderCell>
        <HeaderCell>{t('columns.at')}</HeaderCell>
        <HeaderCell>{t('columns.actor')}</HeaderCell>
        <HeaderCell>{t('columns.reason')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.overage')}</HeaderCell>
      </TableHead>
      <TableBody>
        {changes.map((change) => (
          <ChangeRow key={change.number} change={change} />
        ))}
        {start !== null && <StartRow start={start} />}
      </TableBody>
    </Table>
  )
}

function ChangeRow({ change }: { readonly change: CapChange }) {
  const t = useTranslations('spend-cap.history')
  const cap = useCapText()
  return (
    <TableRow>
      <Cell isTitle className="whitespace-nowrap">
        {t('change', { from: cap(change.from_pln), to: cap(change.to_pln) })}
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        {change.source === 'outside' && <>{t('seen')} </>}
        <Time instant={change.at} />
      </Cell>
      <Cell>
        <Who change={change} />
      </Cell>
      <Cell className={change.reason === null ? 'text-muted max-sm:hidden' : 'break-words'}>
        {change.reason ?? '–'}
      </Cell>
      <Cell isEnd>
        <Overage change={change} />
      </Cell>
    </TableRow>
  )
}

/** Without it nobody could say what the cap was before the first change. */
function StartRow({ start }: { readonly start: CapStart }) {
  const t = useTranslations('spend-cap.history')
  const cap = useCapText()
  return (
    <TableRow>
      <Cell isTitle className="whitespace-nowrap">
        {cap(start.cap_pln)}
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <Time instant={start.at} />
      </Cell>
      <Cell className="text-muted">{t('start')}</Cell>
      <Cell className="text-muted max-sm:hidden">–</Cell>
      <Cell isEnd className="text-muted max-sm:hidden">
        –
      </Cell>
    </TableRow>
  )
}

function useCapText() {
  const t = useTranslations('spend-cap.history')
  const locale = useLocale()
  return (capPln: number | null): string =>
    capPln === null ? t('default', { cap: formatZloty(DEFAULT_CEILING_PLN, locale) }) : formatZloty(capPln, locale)
}

function Who({ change: { source, actor } }: { readonly change: CapChange }) {
  const t = useTranslations('spend-cap.history')
  if (source === 'key' && actor !== null)
    return <span className="break-words">{t('key', { key: capActor(actor) })}</span>
  if (source === 'panel') return <span className="break-all">{actor}</span>
  return <Badge tone="warn">{t('outside')}</Badge>
}

function Overage({ change: { overage_grosz: grosz, overage_units: units } }: { readonly change: CapChange }) {
  const t = useTranslations('spend-cap.history')
  const locale = useLocale()
  if (grosz === null) return '–'
  return (
    <>
      {formatGrosz(grosz, locale)}
      {units !== null && <span className="text-muted"> · {t('units', { n: formatInteger(units, locale) })}</span>}
    </>
  )
}
