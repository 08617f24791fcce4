'use client'

import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

import { addTags, endingKeys, joinTypedTags, type Separation, splitTypedTags } from './tag-text'
import { type Suggest, useSuggestions } from './use-suggestions'

type FreeText = boolean | ((text: string) => boolean)

const accepts = (freeText: FreeText, texts: readonly string[]): boolean =>
  typeof freeText === 'boolean' ? freeText : texts.every(freeText)

export interface TagInputOptions {
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
  /** Converts a typed text to a value (trim, strip dashes); an empty result is dropped. */
  readonly normalize?: ((text: string) => string) | undefined
  readonly max?: number | undefined
  /** `lines` for values that may contain commas and semicolons, like names; `list` by default. */
  readonly separation?: Separation | undefined
  /** Splits a text that has no separators; must preserve the order. */
  readonly split?: ((text: string) => string[]) | undefined
  /** Must be stable between renders. */
  readonly suggest?: Suggest | undefined
  /** False: only suggested values can be added. A function decides which typed texts are accepted. True by default. */
  readonly isFreeText?: FreeText | undefined
  /** Called with the input's text, for views that update while the user types. */
  readonly onType?: ((text: string) => void) | undefined
  readonly labelOf: (value: string) => string
}

function useTagEdits(options: TagInputOptions) {
  const { values, onChange, max = 0, labelOf } = options
  const t = useTranslations('common.tags')
  const [message, setMessage] = useState('')
  const [isFull, setIsFull] = useState(false)
  const add = (texts: readonly string[]) => {
    const { added, duplicates, rejected, unreadable, ...result } = addTags(values, texts, options)
    const parts = [
      added.length > 0 && t('added', { label: added.map(labelOf).join(', ') }),
      duplicates > 0 && t('duplicates', { count: duplicates }),
      rejected.length > 0 && t('limit', { max }),
    ]
    setMessage(parts.filter((part) => part !== false).join('. '))
    setIsFull(rejected.length > 0)
    if (added.length > 0) onChange(result.values)
    return { unreadable, rejected }
  }
  const remove = (value: string) => {
    setMessage(t('removed', { label: labelOf(value) }))
    setIsFull(false)
    onChange(values.filter((each) => each !== value))
  }
  return { add, remove, message, isFull }
}

/** The suggestions for a text and the index of the active one, or -1. */
function useSuggestionCursor(text: string, { suggest, values }: TagInputOptions) {
  const found = useSuggestions(text.trim(), suggest)
  const [active, setActive] = useState(-1)
  const [isClosed, setIsClosed] = useState(false)
  const suggestions = isClosed ? [] : found.filter((item) => !values.includes(item.value))
  const step = (delta: 1 | -1) => {
    const from = active < 0 && delta < 0 ? 0 : active
    setActive((from + delta + suggestions.length) % suggestions.length)
  }
  const reset = (isNowClosed: boolean) => {
    setActive(-1)
    setIsClosed(isNowClosed)
  }
  return { suggestions, active, step, reset }
}

const splitText = (text: string, { separation, split }: TagInputOptions): string[] =>
  split === undefined ? splitTypedTags(text, separation) : split(text)

/**
 * The values that a pasted text adds and the parts that are not values; undefined for a single text, which is inserted
 * as typed.
 */
function splitPasted(text: string, typed: readonly string[], options: TagInputOptions) {
  const { isFreeText = true } = options
  const parts = splitText(text, options)
  if (parts.length < 2 || isFreeText === false) return undefined
  const isAccepted = (part: string) => accepts(isFreeText, [part])
  const all = [...typed, ...parts]
  const accepted = all.filter(isAccepted)
  // A single text that only looks like several values, such as a name with commas. Pasted lines are still split,
  // because the input would join them.
  if (accepted.length === 0 && !/[\r\n]/.test(text)) return undefined
  return { accepted, others: all.filter((part) => !isAccepted(part)) }
}

/** State and keyboard handling of a chips field. `text` is the content of the input. */
export function useTagInput(options: TagInputOptions) {
  const { values, isFreeText = true, separation = 'list' } = options
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const { add, remove, message, isFull } = useTagEdits(options)
  const { suggestions, active, step, reset } = useSuggestionCursor(text, options)
  const type = (next: string) => {
    setText(next)
    setIsRefused(false)
    reset(false)
    options.onType?.(next)
  }
  /** Text that is unreadable or exceeds the limit stays in the input with an error, so that nothing is lost. */
  const refuse = (unreadable: readonly string[], rejected: readonly string[] = []) => {
    type(joinTypedTags([...unreadable, ...rejected], separation))
    setIsRefused(unreadable.length > 0)
  }
  const addAndClear = (texts: readonly string[], others: readonly string[] = []) => {
    const { unreadable, rejected } = add(texts)
    refuse([...unreadable, ...others], rejected)
  }
  const typed = splitText(text, options)
  const isFree = accepts(isFreeText, typed)
  const commit = () => {
    const chosen = suggestions[active] ?? (isFree ? undefined : suggestions[0])
    if (chosen) addAndClear([chosen.value])
    else if (isFree) addAndClear(typed)
    else refuse(typed)
  }
  const paste = (event: ClipboardEvent) => {
    const parts = splitPasted(event.clipboardData.getData('text'), typed, options)
    if (parts === undefined) return
    event.preventDefault()
    addAndClear(parts.accepted, parts.others)
  }
  const hasText = text.trim() !== ''
  const isOpen = suggestions.length > 0
  const last = values.at(-1)
  const keys: Readonly<Record<string, false | (() => void)>> = {
    Enter: hasText && commit,
    ...(hasText && Object.fromEntries(endingKeys[separation].map((key) => [key, commit]))),
    ArrowDown: isOpen && (() => step(1)),
    ArrowUp: isOpen && (() => step(-1)),
    Escape: isOpen && (() => reset(true)),
    Backspace: text === '' && last !== undefined && (() => remove(last)),
  }
  /** Returns true if the field handled the key and other handlers should ignore it. */
  const press = (event: KeyboardEvent): boolean => {
    const act = event.nativeEvent.isComposing ? false : (keys[event.key] ?? false)
    if (act === false) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
  const leave = () => {
    if (!hasText) return
    if (isFree) addAndClear(typed)
    else refuse(typed)
  }
  return { text, type, suggestions, active, message, isFull, isRefused, add: addAndClear, remove, paste, press, leave }
}
