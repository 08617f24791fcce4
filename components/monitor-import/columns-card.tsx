'use client'

import { useTranslations } from 'use-intl'

import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Select } from '@/components/ui/select'
import { maskPesels } from '@/lib/domain/identifiers'

import { columnRoles, isColumnRole } from './columns'
import type { Snapshot } from './import-service'
import { useImport } from './use-import'

const TITLE_ID = 'import-columns'

interface ColumnProps {
  readonly snapshot: Snapshot
  readonly column: number
}

function Column({ snapshot, column }: ColumnProps) {
  const t = useTranslations('monitor-import.columns')
  const { session } = useImport()
  const { mapping, names, samples } = snapshot
  const own = names[column] ?? ''
  const name = own === '' ? t('unnamed', { number: column + 1 }) : own
  const choose = (value: string) => {
    if (!isColumnRole(value)) return
    const roles = mapping.roles.map((role, index) => (index === column ? value : role))
    void session.apply('map', { mapping: { ...mapping, roles } })
  }
  return (
    <li className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <Select
        label={<span className="truncate">{maskPesels(name)}</span>}
        value={mapping.roles[column] ?? 'ignore'}
        options={columnRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={(event) => choose(event.target.value)}
      />
      <ul className="text-sm text-muted tabular">
        {(samples[column] ?? []).slice(0, 3).map((sample, index) => (
          <li key={index} className="min-h-5 truncate">
            {maskPesels(sample)}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** How the columns are read; asked only where there is more than one, or a first row that may be a header. */
export function ColumnsCard({ snapshot }: { readonly snapshot: Snapshot }) {
  const t = useTranslations('monitor-import.columns')
  const { session } = useImport()
  const { mapping } = snapshot
  if (mapping.roles.length < 2 && !mapping.hasHeader) return null
  return (
    <Card labelledBy={TITLE_ID}>
      <CardHeader
        titleId={TITLE_ID}
        title={t('title')}
        aside={
          <Checkbox
            checked={mapping.hasHeader}
            onChange={(event) => void session.apply('mapHeader', { hasHeader: event.target.checked })}
          >
            {t('hasHeader')}
          </Checkbox>
        }
      />
      <CardBody>
        <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 md:grid-cols-3 frame:grid-cols-4">
          {mapping.roles.map((_, column) => (
            <Column key={column} snapshot={snapshot} column={column} />
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
