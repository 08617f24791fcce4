'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { FilterChip } from '@/components/ui/chip'
import { useCountValues } from '@/components/ui/use-count-values'

import { countVerdicts, type ParsedRow, type Verdict } from './parse-identifiers'
import { PasteRow } from './paste-row'
import type { Paste } from './use-paste'

type Group = Verdict['kind'] | 'all'
const groups: readonly Group[] = ['all', 'ok', 'duplicate', 'ambiguous', 'invalid']
const ROW_HEIGHT = 52

/** A verdict for every line before anything is sent, however many lines there are. */
export function PasteReview({ paste }: { readonly paste: Paste }) {
  const t = useTranslations('monitors.paste')
  const counted = useCountValues()
  const titleId = useId()
  const [chosen, setChosen] = useState<Group>('all')
  const { rows } = paste
  const counts = useMemo(() => ({ all: rows.length, ...countVerdicts(rows) }), [rows])
  const group = counts[chosen] === 0 ? 'all' : chosen
  const shown = useMemo(
    () => (group === 'all' ? rows : rows.filter((row) => row.verdict.kind === group)),
    [rows, group],
  )
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="mb-1.5 font-medium">
        {t('review')}
      </h3>
      <div className="mb-2 flex flex-wrap gap-1.5">
        {groups
          .filter((each) => each === 'all' || counts[each] > 0)
          .map((each) => (
            <FilterChip key={each} isOn={group === each} onChange={() => setChosen(each)}>
              {t(each, counted(counts[each]))}
            </FilterChip>
          ))}
      </div>
      {counts.ambiguous > 0 && <ForAll paste={paste} />}
      <ReviewList rows={shown} paste={paste} labelledBy={titleId} />
    </section>
  )
}

function ForAll({ paste }: { readonly paste: Paste }) {
  const t = useTranslations('monitors.paste')
  return (
    <div className="mb-2 flex items-center gap-2 rounded-md bg-warn-soft px-3 py-1.5 text-sm text-warn-ink">
      {t('forAll')}
      {(['nip', 'krs'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          onClick={() => paste.chooseForAll(kind)}
          className="rounded-sm px-1.5 py-0.5 font-medium underline underline-offset-2"
        >
          {t(kind === 'nip' ? 'asNip' : 'asKrs')}
        </button>
      ))}
    </div>
  )
}

interface ReviewListProps {
  readonly rows: readonly ParsedRow[]
  readonly paste: Paste
  readonly labelledBy: string
}

function ReviewList({ rows, paste, labelledBy }: ReviewListProps) {
  const t = useTranslations('monitors.paste')
  const ref = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- its functions read the newest state; nothing here is memoised by a compiler
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  return (
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="list"
      aria-labelledby={labelledBy}
      className="h-64 overflow-y-auto rounded-md border"
    >
      {rows.length === 0 && <p className="p-4 text-center text-muted">{t('emptyGroup')}</p>}
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div
              key={row.line}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0 border-b"
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              <PasteRow row={row} onChoose={paste.choose} />
            </div>
          )
        })}
      </div>
    </div>
  )
}
