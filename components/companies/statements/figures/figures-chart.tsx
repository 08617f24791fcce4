'use client'

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useLocale, useTranslations } from 'use-intl'

import { useMonthsText } from '../period-text'
import type { FigureColumn } from './figure-columns'
import { currencyWord, useAmountText } from './use-amount-text'

const series = [
  { key: 'revenue', colour: 'var(--color-series-lookups)' },
  { key: 'net_profit', colour: 'var(--color-series-rdf)' },
] as const

const axis = { fontSize: 11, fill: 'var(--color-muted)' } as const
const HEIGHT_PX = 240

interface FiguresChartProps {
  /** Oldest first, in one currency. */
  readonly columns: readonly FigureColumn[]
}

/**
 * Charts revenue and net result by year. It is hidden from screen readers, because the table below has the same
 * numbers.
 */
export function FiguresChart({ columns }: FiguresChartProps) {
  const t = useTranslations('statements.figures')
  const toLabel = useColumnLabel()
  const rows = columns.map((column) => ({
    name: column.key,
    revenue: column.values.revenue,
    net_profit: column.values.net_profit,
  }))
  const labelOf = (key: string) => {
    const column = columns.find((each) => each.key === key)
    return column === undefined ? '' : toLabel(column)
  }
  return (
    <figure className="border-b px-4 pt-3 pb-1" data-testid="figures-chart">
      <figcaption className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {series.map(({ key, colour }) => (
          <span key={key} className="flex items-center gap-1.5">
            <span
              aria-hidden
              className="size-2 rounded-[2px] forced-color-adjust-none"
              style={{ background: colour }}
            />
            {t(`rows.${key}`)}
          </span>
        ))}
        <span className="sr-only">{t('chartBelow')}</span>
      </figcaption>
      <div aria-hidden style={{ height: HEIGHT_PX }}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={rows}
            margin={{ top: 12, right: 4, bottom: 0, left: 0 }}
            barGap={2}
            accessibilityLayer={false}
          >
            {chartAxes(labelOf, useShortAmount(columns[0]?.currency))}
            <Tooltip
              cursor={{ fill: 'var(--color-hover)' }}
              isAnimationActive={false}
              content={<HoveredYear columns={columns} />}
            />
            {series.map(({ key, colour }) => (
              <Bar key={key} dataKey={key} fill={colour} maxBarSize={36} radius={1.5} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

/** Returns elements instead of a component, because Recharts looks for axes among the direct children. */
function chartAxes(labelOf: (key: string) => string, toShort: (value: number) => string) {
  return [
    <CartesianGrid key="grid" vertical={false} stroke="var(--color-line)" />,
    <XAxis
      key="x"
      dataKey="name"
      interval="preserveStartEnd"
      tickFormatter={labelOf}
      tick={axis}
      tickLine={false}
      axisLine={false}
      height={28}
    />,
    <YAxis key="y" tickFormatter={toShort} tick={axis} tickLine={false} axisLine={false} width={76} />,
    <ReferenceLine key="zero" y={0} stroke="var(--color-edge)" />,
  ]
}

/** Formats `1,2 mln zł`. */
function useShortAmount(currency = 'PLN'): (value: number) => string {
  const locale = useLocale()
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value) => `${format.format(value).replace(/^-/, '−')} ${currencyWord(currency)}`
}

/**
 * Formats `2024`, with the length of a period other than a year, and an accounting standard other than the Polish one.
 */
function useColumnLabel(): (column: FigureColumn) => string {
  const t = useTranslations('statements.figures')
  const toMonths = useMonthsText()
  return ({ year, months, filing }) =>
    [
      String(year ?? ''),
      ...(months === undefined || months === 12 ? [] : [toMonths(months)]),
      ...(filing?.ifrs === true ? [t('ifrs')] : []),
    ].join(', ')
}

/** Recharts adds the hovered year to these props. */
interface HoverProps extends FiguresChartProps {
  readonly active?: boolean
  readonly label?: string
}

function HoveredYear({ active = false, label, columns }: HoverProps) {
  const t = useTranslations('statements.figures')
  const toText = useAmountText()
  const toLabel = useColumnLabel()
  const column = columns.find(({ key }) => key === label)
  if (!active || column === undefined) return null
  return (
    <div className="floating px-3 py-2 text-sm">
      <p className="mb-1 font-medium">{toLabel(column)}</p>
      <dl className="space-y-0.5">
        {series.map(({ key, colour }) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-1.5 text-muted">
              <span className="size-2 rounded-full forced-color-adjust-none" style={{ background: colour }} />
              {t(`rows.${key}`)}
            </dt>
            <dd className="tabular">
              {toText(column.values[key], 'one')} {currencyWord(column.currency)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
