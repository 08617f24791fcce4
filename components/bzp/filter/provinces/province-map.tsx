'use client'

import { useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { formatInteger } from '@/lib/domain/format/format'
import { provinces } from '@/lib/domain/provinces'

import { createDictionary } from '../dictionary'
import { useDictionary } from '../use-dictionary'
import { useFacetCounts } from '../use-facet-counts'

type Outlines = readonly (readonly [province: string, path: string, ...unknown[]])[]

const loadOutlines = createDictionary((rows): Outlines => rows)
const load = () => loadOutlines('province-outlines')

export interface ProvinceMapProps {
  readonly id: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/**
 * The provinces as a map and as a list with the same selection. The map is for the pointer only; the list has all its
 * information.
 */
export function ProvinceMap({ id, values, onChange }: ProvinceMapProps) {
  const t = useTranslations('bzp.map')
  const locale = useLocale()
  const counts = useFacetCounts('provinces')
  const numberOf = (name: string) => counts && formatInteger(counts.countOf(name), locale)
  const most = Math.max(1, ...provinces.map(({ name }) => counts?.countOf(name) ?? 0))
  const shareOf = (name: string) => (counts?.countOf(name) ?? 0) / most
  const toggle = (name: string) =>
    onChange(values.includes(name) ? values.filter((each) => each !== name) : [...values, name])
  return (
    <div id={id} role="group" aria-label={t('open')} className="rounded-md border p-3">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
        <Outlines values={values} numberOf={numberOf} shareOf={shareOf} onToggle={toggle} />
        <ul className="grid grid-cols-1">
          {provinces.map(({ code, name }) => (
            <li key={code} className="min-w-0">
              <Checkbox className="w-full" checked={values.includes(name)} onChange={() => toggle(name)}>
                <span className="min-w-0 flex-1 break-words">{name}</span>
                {counts && <span className="text-sm text-muted tabular">{numberOf(name)}</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
      {counts && <p className="mt-2 text-sm text-muted">{t('counts', { days: counts.days ?? 0 })}</p>}
    </div>
  )
}

interface OutlinesProps {
  readonly values: readonly string[]
  readonly numberOf: (province: string) => string | undefined
  /** The count of a province as a part of the largest one. */
  readonly shareOf: (province: string) => number
  readonly onToggle: (province: string) => void
}

/** Of the lightest and the darkest colour of a count. */
const [PALEST, DARKEST] = [0.12, 0.7]

/**
 * The more procedures, the darker a province; selected ones have the accent colour and an outline, and are checked in
 * the list. If the file fails to load, only the list is shown.
 */
function Outlines({ values, numberOf, shareOf, onToggle }: OutlinesProps) {
  const { value: outlines = [], start } = useDictionary(load)
  useEffect(start, [start])
  return (
    <svg aria-hidden viewBox="-2 -2 324 306" className="mx-auto w-full max-w-60">
      {outlines.map(([name, path]) => (
        <path
          key={name}
          d={path}
          onClick={() => onToggle(name)}
          className={classNames(
            'cursor-pointer transition-colors',
            values.includes(name)
              ? 'fill-accent stroke-ink stroke-[2.5] hover:fill-accent-hover'
              : 'fill-bar stroke-card stroke-[1.5] hover:fill-accent-line',
          )}
          fillOpacity={values.includes(name) ? 1 : PALEST + (DARKEST - PALEST) * Math.sqrt(shareOf(name))}
        >
          <title>{[name, numberOf(name)].filter((text) => text !== undefined).join(': ')}</title>
        </path>
      ))}
    </svg>
  )
}
