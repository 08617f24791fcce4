'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { capActor } from '@/lib/domain/files/usage-file'
import { formatGrosz, formatInteger, formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import type { CapChange, CapStart } from '@/lib/features/spend-cap/contract'

interface CapHistoryTableProps {
  readonly changes: readonly CapChange[]
  /** The cap before the first recorded change; null if the panel does not know it. */
  readonly start: CapStart | null
}

export const capColumns = {
  change: { isTitle: true, cell: 'whitespace-nowrap', bar: 'w-32' },
  at: { cell: 'whitespace-nowrap text-muted', bar: 'w-28' },
  actor: { bar: 'w-32' },
  reason: { bar: 'w-32' },
  overage: { isEnd: true },
}

const noValue = { content: '–', className: 'text-muted stacked:hidden' }

export function CapHistoryTable({ changes, start }: CapHistoryTableProps) {
  const t = useTranslations('spend-cap.history')
  const cap = useCapText()
  return (
    <ResourceTable
      label={t('title')}
      columns={capColumns}
      nameOf={(id) => t(`columns.${id}`)}
      rows={[...changes, ...(start === null ? [] : [start])]}
      keyOf={(row) => ('number' in row ? row.number : 'start')}
      cells={(row) =>
        'number' in row
          ? {
              change: t('change', { from: cap(row.from_pln), to: cap(row.to_pln) }),
              at: (
                <>
                  {row.source === 'outside' && <>{t('seen')} </>}
                  <Time instant={row.at} />
                </>
              ),
              actor: <ChangeAuthor change={row} />,
              reason: row.reason === null ? noValue : { content: row.reason, className: 'break-words' },
              overage: <Overage change={row} />,
            }
          : {
              // Needed to show what the cap was before the first change.
              change: cap(row.cap_pln),
              at: <Time instant={row.at} />,
              actor: { content: t('start'), className: 'text-muted' },
              reason: noValue,
              overage: noValue,
            }
      }
    />
  )
}

function useCapText() {
  const t = useTranslations('spend-cap.history')
  const locale = useLocale()
  return (capPln: number | null): string =>
    capPln === null ? t('default', { cap: formatZloty(DEFAULT_CEILING_PLN, locale) }) : formatZloty(capPln, locale)
}

function ChangeAuthor({ change: { source, actor } }: { readonly change: CapChange }) {
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
