import type { ReactNode } from 'react'

import { classNames } from './class-names'

export type Tone = 'neutral' | 'accent' | 'info' | 'warn' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-chip text-chip-ink',
  accent: 'bg-accent-soft text-accent-ink',
  info: 'bg-info-soft text-info-ink',
  warn: 'bg-warn-soft text-warn-ink',
  danger: 'bg-danger-soft text-danger-ink',
}

/** Soft background and readable text color of a tone, for badges, chips and banners. */
export function toneClass(tone: Tone): string {
  return tones[tone]
}

interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: Tone | undefined
  readonly title?: string | undefined
  readonly className?: string | undefined
}

export function Badge({ children, tone = 'neutral', title, className }: BadgeProps) {
  return (
    <span
      title={title}
      className={classNames(
        'tabular inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-sm whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
