'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { ColumnQuestion } from '@/components/shared/column-question'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Select } from '@/components/ui/inputs/select'
import { useCountValues } from '@/components/ui/use-count-values'
import { columnRoles, isColumnRole, isIdentifierRole, isOldName } from '@/lib/client/read-table/column-names'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import type { ColumnSample, ImportSnapshot } from './session/import-snapshot'
import { useImport } from './use-import'

/** A wider list shows only its used columns; the others can be expanded. */
const MAX_SHOWN = 6

interface ColumnProps {
  readonly snapshot: ImportSnapshot
  readonly column: number
}

/** Numbers of a column that its name calls KRS count without their leading zeros as well. */
function proofOf({ filled, proven, isKrs, short }: Omit<ColumnSample, 'texts'>, role: string | undefined) {
  const isShort = role === 'krs' && short > 0
  return {
    unit: isKrs || isShort ? ('krs' as const) : ('sum' as const),
    filled,
    proven: isShort ? proven + short : proven,
  }
}

/** How many numbers of a column are verified, by checksum or as complete KRS numbers. */
function Proof({ snapshot, column }: ColumnProps) {
  const t = useTranslations('imports.columns')
  const countValues = useCountValues()
  const columnFacts = snapshot.columns[column]
  const role = snapshot.mapping.roles[column]
  if (columnFacts === undefined || columnFacts.filled === 0 || role === 'regon' || role === 'country') return null
  const { filled, proven, unit } = proofOf(columnFacts, role)
  if (proven === 0 && !isIdentifierRole(role)) return null
  const isGood = proven * 2 >= filled
  return (
    <p className={isGood ? 'text-ok-ink text-sm' : 'text-sm text-warn-ink'}>
      {t(`proof.${unit}`, { proven: countValues(proven).count, ...countValues(filled) })}
    </p>
  )
}

function Column({ snapshot, column }: ColumnProps) {
  const t = useTranslations('imports.columns')
  const { session } = useImport()
  const { mapping, names, columns } = snapshot
  const columnName = names[column] ?? ''
  const name = columnName === '' ? t('unnamed', { number: column + 1 }) : columnName
  const choose = (value: string) => {
    if (!isColumnRole(value)) return
    const roles = mapping.roles.map((role, index) => (index === column ? value : role))
    const doubt = roles.some(isIdentifierRole) ? undefined : 'none'
    void session.apply('map', { mapping: { header: mapping.header, roles, doubt } })
  }
  return (
    <li className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <Select
        label={<span className="truncate">{maskMistyped(name)}</span>}
        value={mapping.roles[column] ?? 'ignore'}
        options={columnRoles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        onChange={(event) => choose(event.target.value)}
      />
      <Proof snapshot={snapshot} column={column} />
      {isOldName(columnName) && mapping.roles[column] === 'ignore' && (
        <p className="text-sm text-warn-ink">{t('old')}</p>
      )}
      <ul className="text-sm text-muted tabular">
        {(columns[column]?.texts ?? []).map((sample, index) => (
          <li key={index} className="min-h-5 truncate">
            {maskMistyped(sample)}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Columns({ snapshot, columns }: { readonly snapshot: ImportSnapshot; readonly columns: readonly number[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 md:grid-cols-3 frame:grid-cols-4">
      {columns.map((column) => (
        <Column key={column} snapshot={snapshot} column={column} />
      ))}
    </ul>
  )
}

/** Selects the header row; the rows above it are left out. */
function HeaderChoice({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.columns')
  const countValues = useCountValues()
  const { session } = useImport()
  const { mapping, heads } = snapshot
  const { header = 0 } = mapping
  const choose = (value: string) =>
    void session.apply('mapHeader', { header: value === '' ? undefined : Number(value) })
  const options = heads.map(({ line, text }, index) => ({
    value: `${index}`,
    // The header of a known format without one is not a row of the list.
    label: line === 0 ? maskMistyped(text) : t('headerAt', { line, text: maskMistyped(text) }),
  }))
  return (
    <div className="grid gap-1.5">
      <div className="max-w-md">
        <Select
          label={t('header')}
          value={mapping.header === undefined ? '' : `${mapping.header}`}
          options={[{ value: '', label: t('noHeader') }, ...options]}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      {header > 0 && (
        <p className="text-sm text-muted">
          {t('above', {
            ...countValues(header),
            text: maskMistyped(
              heads
                .slice(0, header)
                .map(({ text }) => text)
                .join(' · '),
            ),
          })}
        </p>
      )}
    </div>
  )
}

/** Columns of one kind with different values in a row: the user chooses one of them, or all. */
function CompetingColumns({
  snapshot,
  rivals,
}: {
  readonly snapshot: ImportSnapshot
  readonly rivals: readonly number[]
}) {
  const t = useTranslations('imports.columns')
  const countValues = useCountValues()
  const { session } = useImport()
  const { mapping, names, columns } = snapshot
  const { header, roles } = mapping
  const role = rivals.flatMap((at) => (isIdentifierRole(roles[at]) ? [roles[at]] : []))[0] ?? 'any'
  const chooseColumns = (chosen: readonly number[]) => {
    const newRoles = roles.map((currentRole, at) =>
      chosen.includes(at) ? role : rivals.includes(at) ? 'ignore' : currentRole,
    )
    void session.apply('map', { mapping: { header, roles: newRoles, isEach: chosen.length > 1 } })
  }
  const candidates = rivals.map((at) => {
    const { texts, ...sample } = columns[at] ?? { texts: [], filled: 0, proven: 0, isKrs: false, short: 0 }
    const { filled, proven, unit } = proofOf(sample, roles[at])
    const name = names[at] ?? ''
    return {
      at,
      name: name === '' ? t('unnamed', { number: at + 1 }) : name,
      count: t(`proof.${unit}`, { proven: countValues(proven).count, ...countValues(filled) }),
      texts,
    }
  })
  return (
    <ColumnQuestion
      question={t('doubts.several')}
      candidates={candidates}
      choose={(name) => t('useOne', { name })}
      onChoose={(at) => chooseColumns([at])}
      others={
        <Button size="sm" className="justify-self-start" onClick={() => chooseColumns(rivals)}>
          {t('useEach', countValues(rivals.length))}
        </Button>
      }
    />
  )
}

/**
 * A confirmation that is required before rows are checked, when either no checksum supports a column or several columns
 * are possible.
 */
function ColumnConfirmation({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.columns')
  const { session } = useImport()
  const { header, roles, doubt, rivals = [] } = snapshot.mapping
  if (doubt === undefined) return null
  if (doubt === 'several' && rivals.length > 0) return <CompetingColumns snapshot={snapshot} rivals={rivals} />
  const confirm = roles.some(isIdentifierRole) && (
    <Button size="sm" onClick={() => void session.apply('map', { mapping: { header, roles } })}>
      {t('confirm')}
    </Button>
  )
  return (
    <Banner tone="warn" action={confirm}>
      {t(`doubts.${doubt}`)}
    </Banner>
  )
}

/** Shows how the columns are interpreted, with samples, before any row is checked. */
export function ColumnsCard({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const t = useTranslations('imports.columns')
  const countValues = useCountValues()
  const { roles, header, doubt } = snapshot.mapping
  if (roles.length < 2 && header === undefined && doubt === undefined) return null
  const all = roles.map((_, column) => column)
  const isWide = roles.length > MAX_SHOWN && doubt !== 'none'
  const shown = isWide ? all.filter((column) => roles[column] !== 'ignore') : all
  const others = all.filter((column) => !shown.includes(column))
  return (
    <Card title={t('title')}>
      <CardBody className="grid gap-4">
        <ColumnConfirmation snapshot={snapshot} />
        <HeaderChoice snapshot={snapshot} />
        <Columns snapshot={snapshot} columns={shown} />
        {others.length > 0 && (
          <details>
            <summary className="cursor-pointer text-muted">{t('others', countValues(others.length))}</summary>
            <div className="mt-3">
              <Columns snapshot={snapshot} columns={others} />
            </div>
          </details>
        )}
      </CardBody>
    </Card>
  )
}
