'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { EmptyState } from '@/components/ui/empty-state'
import { Dialog } from '@/components/ui/overlay/dialog'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { isMissing } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { foundByAll, foundByOnly, indexSets, readRegions, type OverlapRegion } from './overlap'

interface OverlapVennProps {
  readonly names: readonly string[]
  readonly regions: readonly OverlapRegion[]
}

interface CircleCentre {
  readonly of: readonly number[]
  readonly x: number
  readonly y: number
}

const RADIUS = 70
const circles = {
  2: [
    { x: 110, y: 90 },
    { x: 190, y: 90 },
  ],
  3: [
    { x: 110, y: 90 },
    { x: 190, y: 90 },
    { x: 150, y: 155 },
  ],
} as const
const labels: Readonly<Record<2 | 3, readonly CircleCentre[]>> = {
  2: [
    { of: [0], x: 75, y: 90 },
    { of: [1], x: 225, y: 90 },
    { of: [0, 1], x: 150, y: 90 },
  ],
  3: [
    { of: [0], x: 75, y: 75 },
    { of: [1], x: 225, y: 75 },
    { of: [2], x: 150, y: 195 },
    { of: [0, 1], x: 150, y: 65 },
    { of: [0, 2], x: 103, y: 135 },
    { of: [1, 2], x: 197, y: 135 },
    { of: [0, 1, 2], x: 150, y: 112 },
  ],
}

/** Draws circles of equal size with the counts written in them. The table next to it has the same numbers. */
function OverlapVenn({ names, regions }: OverlapVennProps) {
  const t = useTranslations('bzp-alerts.overlap')
  const locale = useLocale()
  const size = names.length === 3 ? 3 : 2
  return (
    <figure>
      <svg
        viewBox={`0 0 300 ${size === 3 ? 240 : 180}`}
        role="img"
        aria-label={t('venn')}
        className="mx-auto w-full max-w-sm"
      >
        {circles[size].map(({ x, y }, index) => (
          <g key={names[index]}>
            <circle cx={x} cy={y} r={RADIUS} className="fill-accent-soft/60 stroke-accent-ink" />
            <text
              x={x + (index - 0.5) * 30}
              y={index === 2 ? 237 : 14}
              textAnchor="middle"
              className="fill-ink text-[11px]"
            >
              {String.fromCharCode(65 + index)}
            </text>
          </g>
        ))}
        {labels[size].map(({ of, x, y }) => (
          <text key={of.join(' ')} x={x} y={y} textAnchor="middle" className="fill-ink text-[13px] font-semibold">
            {formatInteger(foundByOnly(regions, of), locale)}
          </text>
        ))}
      </svg>
      <figcaption className="text-sm text-muted">
        {names.map((name, index) => `${String.fromCharCode(65 + index)}: ${name}`).join(' · ')}
      </figcaption>
    </figure>
  )
}

/** The most alerts that are drawn as circles. */
const MAX_CIRCLES = 3

interface OverlapDialogProps {
  readonly alerts: readonly BzpAlert[]
  readonly onClose: () => void
}

/** Shows how many procedures alerts match separately and together: circles for two or three, a table of pairs for more. */
export function OverlapDialog({ alerts, onClose }: OverlapDialogProps) {
  const t = useTranslations('bzp-alerts.overlap')
  const countValues = useCountValues()
  const compared = useQuery(query('bzp.compareAlerts', { body: { filters: alerts.map(({ filter }) => filter) } }))
  const names = alerts.map(({ name }) => name)
  return (
    <Dialog title={t('title')} size="lg" onClose={onClose}>
      {isMissing(compared.error) ? (
        <EmptyState title={t('missing')} />
      ) : (
        <QueryView query={compared} contentName={t('what')} skeleton={<SkeletonRows rows={4} />}>
          {(answer) => {
            const regions = readRegions(answer)
            return (
              <div className="space-y-4">
                <p className="text-sm text-muted">{t('window', countValues(answer.days ?? 0))}</p>
                {names.length <= MAX_CIRCLES && <OverlapVenn names={names} regions={regions} />}
                {names.length <= MAX_CIRCLES ? (
                  <SetTable names={names} regions={regions} />
                ) : (
                  <PairTable names={names} regions={regions} />
                )}
              </div>
            )
          }}
        </QueryView>
      )}
    </Dialog>
  )
}

interface CompareTableProps {
  readonly names: readonly string[]
  readonly regions: readonly OverlapRegion[]
}

function SetTable({ names, regions }: CompareTableProps) {
  const t = useTranslations('bzp-alerts.overlap')
  const locale = useLocale()
  const nameOf = (indexes: readonly number[]) => indexes.map((index) => names[index] ?? '').join(' + ')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('foundBy')}</HeaderCell>
        <HeaderCell isEnd>{t('procedures')}</HeaderCell>
      </TableHead>
      <TableBody>
        {indexSets(names.length).map((indexes) => (
          <TableRow key={indexes.join(' ')}>
            <Cell isTitle>{indexes.length === 1 ? t('only', { name: nameOf(indexes) }) : nameOf(indexes)}</Cell>
            <Cell isEnd>{formatInteger(foundByOnly(regions, indexes), locale)}</Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function PairTable({ names, regions }: CompareTableProps) {
  const t = useTranslations('bzp-alerts.overlap')
  const locale = useLocale()
  const number = (value: number) => formatInteger(value, locale)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard must reach
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('matrix')}>
      <table aria-label={t('matrix')} className="w-full text-sm tabular">
        <thead>
          <tr className="border-b">
            <th scope="col" className="p-2 text-left font-normal text-muted">
              {t('foundBy')}
            </th>
            {names.map((name, column) => (
              <th key={name} scope="col" title={name} className="p-2 text-right font-normal text-muted">
                {column + 1}
              </th>
            ))}
            <th scope="col" className="p-2 text-right font-normal text-muted">
              {t('alone')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {names.map((name, row) => (
            <tr key={name}>
              <th scope="row" className="p-2 text-left font-medium">
                {row + 1}. {name}
              </th>
              {names.map((other, column) => (
                <td key={other} className={row === column ? 'p-2 text-right font-semibold' : 'p-2 text-right'}>
                  {number(foundByAll(regions, row === column ? [row] : [row, column]))}
                </td>
              ))}
              <td className="p-2 text-right">{number(foundByOnly(regions, [row]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
