'use client'

import { Fragment } from 'react'

import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'
import { scrollable } from '@/components/ui/scrollable'

import { jsonTokens, type TokenKind } from './pretty-json'

const LINE_PX = 20
const NUMBER_CH = 6

const colours: Readonly<Record<TokenKind, string>> = {
  name: 'text-info-ink',
  text: 'text-accent-ink',
  number: 'text-warn-ink',
  word: 'text-danger-ink',
  plain: '',
}

interface TextLinesProps {
  readonly label: string
  readonly lines: readonly string[]
  /** The count changes while the array remains the same. */
  readonly count?: number
  readonly isColoured: boolean
  readonly toShown?: (line: string) => string
}

/** A virtual list of lines: only the visible ones are drawn. */
export function TextLines({ label, lines, count = lines.length, isColoured, toShown }: TextLinesProps) {
  const initialSize = { width: 800, height: 480 }
  const { ref, items, height } = useVirtualRows({ count, rowHeight: LINE_PX, overscan: 20, initialSize })
  return (
    <div
      ref={ref}
      {...scrollable}
      aria-label={label}
      className="max-h-[30rem] overflow-auto font-mono text-sm leading-5 whitespace-pre"
    >
      <div className="relative min-w-max" style={{ height }}>
        {items.map(({ index, start }) => {
          const line = lines[index] ?? ''
          const shown = toShown === undefined ? line : toShown(line)
          return (
            <div key={index} className="absolute left-0 flex pr-4" style={{ top: start, height: LINE_PX }}>
              <span
                aria-hidden
                className="mr-3 shrink-0 pl-2 text-right text-muted select-none"
                style={{ width: `${NUMBER_CH}ch` }}
              >
                {index + 1}
              </span>
              <span>{isColoured ? <Coloured line={shown} /> : shown}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Coloured({ line }: { readonly line: string }) {
  return jsonTokens(line).map(({ kind, text }, index) =>
    kind === 'plain' ? (
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <span key={index} className={colours[kind]}>
        {text}
      </span>
    ),
  )
}
