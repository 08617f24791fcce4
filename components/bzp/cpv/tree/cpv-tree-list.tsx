'use client'

import { type CSSProperties, type MouseEvent, useEffect, useId, useState, type KeyboardEvent, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { rowStep } from '@/components/ui/rows/row-step'
import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'
import { foldText } from '@/lib/domain/fold'
import { formatInteger } from '@/lib/domain/format/format'

import type { FacetCounts } from '../../filter/use-facet-counts'
import { type Choice, choiceOf } from './cpv-choice'
import type { CpvNode, CpvRow } from './cpv-tree'

interface TreeKeysOptions {
  readonly rows: readonly CpvRow[]
  readonly startAt: CpvNode | undefined
  readonly onToggle: (node: CpvNode) => void
  readonly onChoose: (node: CpvNode) => void
}

const PAGE = 10
/** Letters typed within this interval, in milliseconds, form one word. */
const TYPING_MS = 700

/** Returns the next row that begins with the text, starting at the active one and wrapping around. */
function findTyped(rows: readonly CpvRow[], from: number, text: string): number {
  const begins = ({ node: { folded, code } }: CpvRow) => folded.startsWith(text) || code.startsWith(text)
  const nextIndex = rows.findIndex((row, index) => index >= from && begins(row))
  return nextIndex >= 0 ? nextIndex : rows.findIndex(begins)
}

function useTyping() {
  const typed = useRef({ text: '', at: 0 })
  return (key: string, at: number): string => {
    const { text, at: before } = typed.current
    typed.current = { text: at - before > TYPING_MS ? foldText(key) : text + foldText(key), at }
    return typed.current.text
  }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** The active row and the keys of a tree: arrows, Home, End, page keys and letters; the space bar selects. */
function useTreeKeys({ rows, startAt, onToggle, onChoose }: TreeKeysOptions) {
  const [activeNode, setActiveNode] = useState(startAt)
  const type = useTyping()
  const active = Math.max(
    0,
    rows.findIndex(({ node }) => node === activeNode),
  )
  const go = (index: number) => setActiveNode(rows[index]?.node)
  const row = rows[active]
  const openOrEnter = () => {
    if (row === undefined || row.node.children.length === 0) return
    if (row.isOpen) go(active + 1)
    else onToggle(row.node)
  }
  const closeOrLeave = () => {
    if (row?.isOpen === true) onToggle(row.node)
    else if (row?.node.parent) setActiveNode(row.node.parent)
  }
  const choose = () => row && onChoose(row.node)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: openOrEnter,
    ArrowLeft: closeOrLeave,
    ' ': choose,
    Enter: choose,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowStep(event.key, { active, last: rows.length - 1, leap: PAGE })
    const act = to === undefined ? keys[event.key] : () => go(to)
    if (act === undefined && !isLetter(event)) return
    event.preventDefault()
    if (act) return act()
    const text = type(event.key, event.timeStamp)
    const found = findTyped(rows, text.length === 1 ? active + 1 : active, text)
    if (found >= 0) go(found)
  }
  return { active, setActiveNode, onKeyDown }
}

/** In pixels. A wide row has the name next to its code; a narrow one has it below, on two lines. */
const ROW_HEIGHT = { wide: 40, narrow: 60 }
const LEVEL_INDENT = { wide: 16, narrow: 8 }

/** The dialog opens only in the browser, so `window` exists. */
const widthNow = (): keyof typeof ROW_HEIGHT => (window.matchMedia('(min-width: 40rem)').matches ? 'wide' : 'narrow')

interface CpvTreeListProps {
  readonly rows: readonly CpvRow[]
  readonly values: readonly string[]
  readonly counts: FacetCounts | undefined
  readonly onToggle: (node: CpvNode) => void
  readonly onChoose: (node: CpvNode) => void
}

/** The tree is a single tab stop that names its active row; only visible rows are in the page. */
export function CpvTreeList({ rows, values, counts, onToggle, onChoose }: CpvTreeListProps) {
  const t = useTranslations('bzp.tree')
  const id = useId()
  const startAt = rows.find(({ node }) => choiceOf(node, values) === 'all')?.node
  const { active, setActiveNode, onKeyDown } = useTreeKeys({ rows, startAt, onToggle, onChoose })
  const [width] = useState(widthNow)
  const count = rows.length
  const { ref, virtualizer, items, height } = useVirtualRows({ count, rowHeight: ROW_HEIGHT[width], active })
  useEffect(() => {
    if (active < count) virtualizer.scrollToIndex(active)
  }, [virtualizer, active, count])
  const activeRow = rows[active]
  return (
    <div
      ref={ref}
      role="tree"
      tabIndex={0}
      aria-label={t('title')}
      aria-activedescendant={activeRow && `${id}-${activeRow.node.code}`}
      onKeyDown={onKeyDown}
      className="group/tree h-[min(26rem,50vh)] overflow-y-auto rounded-md border outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height }}>
        {items.map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TreeRow
              key={row.node.code}
              id={`${id}-${row.node.code}`}
              row={row}
              style={{
                top: start,
                height: ROW_HEIGHT[width],
                paddingLeft: 4 + (row.level - 1) * LEVEL_INDENT[width],
              }}
              isActive={index === active}
              choice={choiceOf(row.node, values)}
              count={counts?.countOf(row.node.prefix)}
              onToggle={() => {
                setActiveNode(row.node)
                onToggle(row.node)
              }}
              onChoose={() => {
                setActiveNode(row.node)
                onChoose(row.node)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

interface TreeRowProps {
  readonly id: string
  readonly row: CpvRow
  readonly style: CSSProperties
  readonly isActive: boolean
  readonly choice: Choice
  readonly count: number | undefined
  readonly onToggle: () => void
  readonly onChoose: () => void
}

const checked = { all: true, some: 'mixed', none: false } as const

/** A press on the arrow opens the branch, one elsewhere selects it. The tree handles the keys. */
function TreeRow({ id, row, style, isActive, choice, count, onToggle, onChoose }: TreeRowProps) {
  const t = useTranslations('bzp.tree')
  const locale = useLocale()
  const { node, level, position, size, isOpen } = row
  const isBranch = node.children.length > 0
  const shown = count === undefined ? undefined : formatInteger(count, locale)
  const press = (event: MouseEvent) =>
    event.target instanceof Element && event.target.closest('[data-arrow]') ? onToggle() : onChoose()
  return (
    // The tree receives the focus and handles the keys; a row reacts only to presses.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isBranch ? isOpen : undefined}
      aria-checked={checked[choice]}
      onClick={press}
      className={classNames(
        'absolute inset-x-0 flex cursor-pointer items-center gap-2 border-b pr-3 hover:bg-hover',
        choice === 'all' && 'bg-accent-soft',
        isActive &&
          'group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent-ink',
      )}
      style={style}
    >
      <span data-arrow={isBranch || undefined} className="flex size-7 shrink-0 items-center justify-center text-muted">
        {isBranch && <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />}
      </span>
      <Box choice={choice} />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-center sm:gap-2">
        <span className="shrink-0 text-xs text-muted tabular sm:text-sm">{node.code}</span>{' '}
        <span className="line-clamp-2 min-w-0 leading-tight" title={node.name}>
          {node.name}
        </span>
      </span>{' '}
      {shown !== undefined && (
        <span className="shrink-0 text-sm text-muted tabular">
          <span className="sr-only">{t('procedures')}</span> {shown}
        </span>
      )}
    </div>
  )
}

function Box({ choice }: { readonly choice: Choice }) {
  return (
    <span
      className={classNames(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border',
        choice === 'none' ? 'border-edge bg-card' : 'border-accent bg-accent text-on-accent',
      )}
    >
      {choice !== 'none' && <Icon name={choice === 'all' ? 'check' : 'minus'} />}
    </span>
  )
}
