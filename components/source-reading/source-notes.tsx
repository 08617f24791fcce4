'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { useCountValues } from '@/components/ui/use-count-values'
import type { HiddenRows, SourceNote } from '@/lib/client/read-table/source-table'

interface SourceNotesProps {
  readonly notes: readonly SourceNote[]
  readonly hiddenRows?: HiddenRows | undefined
  readonly onHidden: (includesHidden: boolean) => void
  readonly children?: ReactNode
}

/** Notes about possibly changed data; the others only describe how the source was read. */
const DATA_CHANGING = new Set(['cut_columns', 'mixed_encodings', 'doubtful_letters', 'unread_lines', 'errors'])

const keyOf = (note: SourceNote) => (typeof note === 'string' ? note : note.note)

/** Peculiarities of a source, each listed once, and rows that the spreadsheet hides. */
export function SourceNotes({ notes, hiddenRows, onHidden, children }: SourceNotesProps) {
  const textOf = useNoteText()
  const warnings = notes.filter((note) => DATA_CHANGING.has(keyOf(note)))
  const remarks = notes.filter((note) => !DATA_CHANGING.has(keyOf(note)))
  return (
    <>
      {hiddenRows !== undefined && <HiddenRowsBanner hiddenRows={hiddenRows} onHidden={onHidden} />}
      {warnings.map((note) => (
        <Banner key={keyOf(note)} tone="warn">
          {textOf(note)}
        </Banner>
      ))}
      {(remarks.length > 0 || (children !== undefined && children !== false)) && (
        <ul className="grid gap-1 text-sm text-muted">
          {remarks.map((note) => (
            <SourceNoteItem key={keyOf(note)}>{textOf(note)}</SourceNoteItem>
          ))}
          {children}
        </ul>
      )}
    </>
  )
}

export function SourceNoteItem({ children }: { readonly children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name="info" size={14} className="mt-0.5 shrink-0" />
      {children}
    </li>
  )
}

function HiddenRowsBanner({ hiddenRows, onHidden }: Required<Pick<SourceNotesProps, 'hiddenRows' | 'onHidden'>>) {
  const t = useTranslations('source-reading.hidden')
  const countValues = useCountValues()
  if (hiddenRows === undefined) return null
  const { count, isTaken } = hiddenRows
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => onHidden(!isTaken)}>
          {t(isTaken ? 'leave' : 'take')}
        </Button>
      }
    >
      {t(isTaken ? 'taken' : 'left', countValues(count))}
    </Banner>
  )
}

export function useNoteText(): (note: SourceNote) => string {
  const t = useTranslations('source-reading.notes')
  const countValues = useCountValues()
  return (note) => {
    if (typeof note === 'string') return t(note)
    return t(note.note, { ...countValues(note.count), where: note.where ?? '' })
  }
}
