'use client'

import { type MouseEvent, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'

import type { RowSelection } from './use-value-selection'
import { type RowContext, ValueRow } from './value-row'

const ROW_HEIGHT = 36
const FAULTY_ROW_HEIGHT = 46
/** The assumed size before the list is measured: on the server, and in the first paint. */
const INITIAL_SIZE = { width: 640, height: 360 }

interface ValueRowsProps {
  readonly rows: readonly string[]
  /** The accessible name of the list. */
  readonly label: string
  readonly context: RowContext
  readonly selection: RowSelection
  readonly onFirstVisible: (first: number) => void
}

/** A virtual list of values: only visible rows are in the page, so that ten thousand are as fast as ten. */
export function ValueRows({ rows, label, context, selection, onFirstVisible }: ValueRowsProps) {
  const t = useTranslations('filters.browse')
  const { active } = selection
  const { ref, virtualizer, items, height } = useVirtualRows({
    count: rows.length,
    rowHeight: (index) => (context.faults.has(rows[index] ?? '') ? FAULTY_ROW_HEIGHT : ROW_HEIGHT),
    // Masked numbers may repeat in a read-only list, so the index is the key there.
    keyOf: (index) => (context.edits === undefined ? index : (rows[index] ?? index)),
    overscan: 6,
    initialSize: INITIAL_SIZE,
    active,
  })
  const base = useId()
  const first = virtualizer.range?.startIndex ?? 0
  useEffect(() => onFirstVisible(first), [onFirstVisible, first])
  const wasMoved = useRef(false)
  useEffect(() => {
    if (wasMoved.current) virtualizer.scrollToIndex(active)
    wasMoved.current = true
  }, [virtualizer, active])
  const pick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.target.closest('button, input, a, form') !== null) return
    const index = Number(event.target.closest('[data-index]')?.getAttribute('data-index') ?? -1)
    if (index < 0) return
    const { nativeEvent } = event
    selection.pick(index, event, nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch')
    ref.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <p id={`${base}-keys`} className="sr-only">
        {t(context.edits === undefined ? 'keysReadOnly' : 'keys')}
      </p>
      <div
        ref={ref}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length}
        aria-multiselectable
        aria-readonly={context.edits === undefined}
        aria-describedby={`${base}-keys`}
        aria-activedescendant={`${base}-${active}`}
        onKeyDown={selection.onKeyDown}
        onClick={pick}
        className="group max-h-90 overflow-y-auto overscroll-contain rounded-md border bg-card"
      >
        <div role="rowgroup" className="relative" style={{ height }}>
          {items.map(({ index, key, start }) => (
            <Row
              key={key}
              ref={virtualizer.measureElement}
              id={`${base}-${index}`}
              {...{ index, start, context }}
              value={rows[index] ?? ''}
              isActive={index === active}
              isSelected={selection.selected.has(rows[index] ?? '')}
            />
          ))}
        </div>
      </div>
    </>
  )
}

interface RowProps {
  readonly ref: Ref<HTMLDivElement>
  readonly id: string
  readonly index: number
  /** The offset of the row from the top, in pixels. */
  readonly start: number
  readonly value: string
  readonly context: RowContext
  readonly isActive: boolean
  readonly isSelected: boolean
}

function Row({ ref, id, index, start, value, context, isActive, isSelected }: RowProps) {
  return (
    <div
      ref={ref}
      id={id}
      data-index={index}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      style={{ transform: `translateY(${start}px)` }}
      className={classNames(
        'absolute inset-x-0 top-0 flex min-h-9 items-center gap-2 border-b px-2.5',
        isSelected ? 'bg-accent-soft' : context.faults.has(value) && 'bg-danger-soft',
        isActive && 'group-focus:outline-2 group-focus:-outline-offset-2 group-focus:outline-accent-ink',
      )}
    >
      <ValueRow value={value} context={context} />
    </div>
  )
}
