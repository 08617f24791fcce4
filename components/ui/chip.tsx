'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { type Tone, toneClass } from './badge'
import { classNames } from './class-names'
import { Icon } from './icon'

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  readonly title?: string | undefined
  /** The accessible name of the value; required if `onRemove` is given and `children` is not plain text. */
  readonly label?: string | undefined
  readonly onRemove?: (() => void) | undefined
  /** False inside a composite widget (a chips field) that moves between its chips with the arrow keys. */
  readonly isTabStop?: boolean | undefined
  readonly onRemoveKeyDown?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
}

/** A small removable value: a tag, an active filter or a list entry. */
export function Chip({ children, tone = 'neutral', title, label, onRemove, ...remove }: ChipProps) {
  const { isTabStop = true, onRemoveKeyDown } = remove
  const t = useTranslations('common')
  const name = label ?? (typeof children === 'string' ? children : '')
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center rounded-sm text-sm',
        onRemove === undefined ? 'px-1.5' : 'pl-1.5',
        toneClass(tone),
      )}
    >
      <span className="truncate">{children}</span>
      {onRemove !== undefined && (
        <button
          tabIndex={isTabStop ? undefined : -1}
          data-remove=""
          type="button"
          aria-label={t('remove', { label: name })}
          onClick={onRemove}
          onKeyDown={onRemoveKeyDown}
          className="grid size-6 shrink-0 place-items-center rounded-sm hover:bg-ink/10"
        >
          <Icon name="close" size={11} />
        </button>
      )}
    </span>
  )
}

interface FilterChipProps {
  readonly children: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A filter that is on or off: dashed when off, filled when on. The state is also in `aria-pressed`. */
export function FilterChip({ children, isOn, onChange }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap transition-colors',
        isOn
          ? 'border-accent-line bg-accent-soft font-medium text-accent-ink'
          : 'border-dashed border-edge/60 text-muted hover:bg-hover',
      )}
    >
      {isOn && <Icon name="check" size={12} />}
      {children}
    </button>
  )
}
