'use client'

import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { endingKeys } from '@/components/ui/inputs/tag-text'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { hasColumns, splitTexts, findColumnTitle } from '../draft/add-texts'

interface AddFieldProps {
  readonly id: string
  readonly list: FilterListName
  /** The id of the element that describes what is wrong with the list. */
  readonly errorId: string | undefined
  /** `title` is the heading of the column that the texts were copied with. */
  readonly onAdd: (texts: readonly string[], title?: string) => void
  /** Called with pasted rows of several columns, not all of which are meant for this list. */
  readonly onColumns: (text: string) => void
}

/**
 * The field in which values of a list are typed and pasted. It holds its text itself, so that typing renders only this
 * field.
 */
export function AddField({ id, list, errorId, onAdd, onColumns }: AddFieldProps) {
  const t = useTranslations('filters')
  const [text, setText] = useState('')
  const add = (texts: readonly string[], title?: string) => {
    setText('')
    if (texts.length > 0) onAdd(texts, title)
  }
  const commit = () => add(splitTexts(list, text))
  const onKeyDown = (event: KeyboardEvent) => {
    const ending = ['Enter', ...endingKeys[list === 'name' ? 'lines' : 'list']]
    if (event.nativeEvent.isComposing || text.trim() === '' || !ending.includes(event.key)) return
    event.preventDefault()
    commit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const pastedText = event.clipboardData.getData('text')
    if (hasColumns(pastedText)) {
      event.preventDefault()
      onColumns(pastedText)
      return
    }
    const pasted = splitTexts(list, pastedText)
    // A single value may be pasted into the middle of a typed text.
    if (pasted.length < 2) return
    event.preventDefault()
    const title = findColumnTitle(list, pasted)
    add([...splitTexts(list, text), ...pasted.slice(title === undefined ? 0 : 1)], title)
  }
  return (
    <input
      id={id}
      type="text"
      autoComplete="off"
      spellCheck={false}
      aria-invalid={errorId === undefined ? undefined : true}
      aria-describedby={errorId}
      value={text}
      placeholder={t(`placeholders.${list}`)}
      title={t(list === 'name' ? 'add.hintLines' : 'add.hint')}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={commit}
      className="control"
    />
  )
}
