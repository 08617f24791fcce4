'use client'

import { type KeyboardEvent, useId, useRef, useCallback, useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import type { Tone } from '../badge'
import { Chip } from '../chip'
import { FieldShell, type FieldTexts } from './field-shell'
import { optionId, SuggestionList } from './suggestion-list'
import { type TagInputOptions, useTagInput } from './use-tag-input'

interface TagFieldProps extends FieldTexts, Omit<TagInputOptions, 'labelOf'> {
  readonly placeholder?: string | undefined
  /** The look of a value: its name and validation result. */
  readonly describe?: ((value: string) => TagAppearance) | undefined
  readonly refusal?: string | undefined
  readonly autoFocus?: boolean
  /**
   * The error of the text while it is typed: shown below at once, and instead of `refusal` after the text was refused.
   */
  readonly problemOf?: ((text: string) => string | undefined) | undefined
}

const defaultAppearance = (): TagAppearance => ({})
const boxClass =
  'control flex max-h-48 flex-wrap items-center gap-1 overflow-y-auto px-1.5! py-1 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-ink has-[input[aria-invalid=true]]:border-danger-ink'

type TagInputState = Pick<ReturnType<typeof useTagInput>, 'text' | 'isRefused' | 'isFull'>

/** The hint and error to show, for the typed text, a refused text or the values. */
function useTagMessages(
  { text, isRefused, isFull }: TagInputState,
  { hint, error, refusal, problemOf, max = 0 }: TagFieldProps,
) {
  const t = useTranslations('common.tags')
  const problem = problemOf?.(text)
  if (isRefused) return { hint, error: problem ?? refusal ?? t('refused') }
  return { hint: problem ?? hint, error: error ?? (isFull ? t('limit', { max }) : undefined) }
}

/** A text input with chips: type or paste many values, autocomplete, remove with Backspace. */
export function TagField(props: TagFieldProps) {
  const { label, isOptional, isLabelHidden, placeholder, describe = defaultAppearance, ...options } = props
  const t = useTranslations('common.tags')
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  const tags = useTagInput({ ...options, labelOf: (value) => describe(value).label ?? value })
  const isOpen = tags.suggestions.length > 0
  const found = t('suggestions', { count: tags.suggestions.length })
  const messages = useTagMessages(tags, props)
  const afterPress = useAfterPress()
  const combo = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': tags.active >= 0 ? optionId(listId, tags.active) : undefined,
  } as const
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!tags.press(event) && tags.text === '') moveAmongChips(event)
  }
  return (
    <FieldShell {...{ label, isOptional, isLabelHidden, ...messages }}>
      {({ id, aria }) => (
        // The group has no name, because the label belongs to the input and a label can name only one element.
        <div ref={box} role="group" className={boxClass}>
          <TagChips values={options.values} describe={describe} onRemove={tags.remove} />
          <input
            id={id}
            {...aria}
            {...(options.suggest === undefined ? {} : combo)}
            autoComplete="off"
            autoFocus={props.autoFocus}
            value={tags.text}
            placeholder={options.values.length === 0 ? placeholder : undefined}
            title={t(options.separation === undefined || options.separation === 'list' ? 'hint' : 'hintLines')}
            onChange={(event) => tags.type(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={tags.paste}
            onBlur={() => afterPress(tags.leave)}
            className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-none"
          />
          {isOpen && (
            <SuggestionList
              id={listId}
              label={found}
              anchorRef={box}
              items={tags.suggestions}
              activeIndex={tags.active}
              onPick={(item) => tags.add([item.value])}
            />
          )}
          <span role="status" className="sr-only">
            {isOpen ? found : tags.message}
          </span>
        </div>
      )}
    </FieldShell>
  )
}

/**
 * Runs an action at once or, while a pointer is pressed, after it is released and before its click: a layout
 * change between press and release would move the button away from the pointer, and the click would be lost.
 */
function useAfterPress(): (act: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const controller = new AbortController()
    const listen = (name: string, isNow: boolean) =>
      window.addEventListener(name, () => (isPressed.current = isNow), { capture: true, signal: controller.signal })
    listen('pointerdown', true)
    listen('pointerup', false)
    listen('pointercancel', false)
    return () => controller.abort()
  }, [])
  return useCallback((act) => {
    if (!isPressed.current) return act()
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    const onRelease = () => {
      controller.abort()
      act()
    }
    window.addEventListener('pointerup', onRelease, options)
    window.addEventListener('pointercancel', onRelease, options)
  }, [])
}

interface TagAppearance {
  /** Shown instead of the value. */
  readonly label?: string | undefined
  /** Shown instead of the label, for content other than text; the label still names the chip. */
  readonly content?: ReactNode
  readonly tone?: Tone | undefined
  /** The validation result, shown on hover and read out with the chip. */
  readonly title?: string | undefined
}

function stopsOf(element: HTMLElement): HTMLElement[] {
  return [...(element.closest('[role="group"]')?.querySelectorAll<HTMLElement>('[data-remove], input') ?? [])]
}

/**
 * Moves between the remove buttons and the input of a chips field with the left and right arrows. Returns true if the
 * focus moved.
 */
function moveAmongChips(event: KeyboardEvent<HTMLElement>): boolean {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0
  const stops = stopsOf(event.currentTarget)
  const next = by === 0 ? undefined : stops[stops.indexOf(event.currentTarget) + by]
  if (!next) return false
  event.preventDefault()
  next.focus()
  return true
}

interface TagChipsProps {
  readonly values: readonly string[]
  readonly describe: (value: string) => TagAppearance
  readonly onRemove: (value: string) => void
}

function TagChips({ values, describe, onRemove }: TagChipsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, value: string) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return moveAmongChips(event)
    event.preventDefault()
    stopsOf(event.currentTarget).at(-1)?.focus()
    onRemove(value)
    return true
  }
  return values.map((value) => {
    const { label = value, content = label, title, tone } = describe(value)
    return (
      <Chip
        key={value}
        tone={tone}
        title={title}
        label={title === undefined ? label : `${label} (${title})`}
        isTabStop={false}
        onRemove={() => onRemove(value)}
        onRemoveKeyDown={(event) => onKeyDown(event, value)}
      >
        {content}
      </Chip>
    )
  })
}
