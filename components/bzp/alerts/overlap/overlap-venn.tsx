'use client'

import { useLocale, useTranslations } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'

import { foundByOnly, type OverlapRegion } from './overlap'

interface OverlapVennProps {
  /** Two or three. */
  readonly names: readonly string[]
  readonly regions: readonly OverlapRegion[]
}

interface Place {
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
const labels: Readonly<Record<2 | 3, readonly Place[]>> = {
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

/** Circles of one size: what they hold is written, not drawn. The table says the same in words. */
export function OverlapVenn({ names, regions }: OverlapVennProps) {
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
