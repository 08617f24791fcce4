import { classNames } from './class-names'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line bg-card text-ink hover:bg-hover',
  ghost: 'border-transparent text-ink hover:bg-hover',
  danger: 'border-danger bg-danger text-on-danger hover:border-danger-hover hover:bg-danger-hover',
}
const sizes: Record<ButtonSize, string> = { sm: 'h-7 px-2.5 text-sm', md: 'h-8.5 px-3' }

export interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  /** Square, for a lone icon (give the button an `aria-label`). */
  readonly iconOnly?: boolean | undefined
}

/** The classes of a button, for elements that must look like one (React Aria buttons, file labels). */
export function buttonClass(
  { variant = 'secondary', size = 'md', iconOnly = false }: ButtonStyle,
  extra?: string,
): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors',
    'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-hover aria-disabled:text-muted',
    variants[variant],
    sizes[size],
    iconOnly && (size === 'sm' ? 'w-7 px-0' : 'w-8.5 px-0'),
    extra,
  )
}
