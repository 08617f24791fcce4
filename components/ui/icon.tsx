import { type IconName, iconPaths } from './icon-paths'

interface IconProps {
  readonly name: IconName
  /** In pixels; 16 by default. */
  readonly size?: number
  readonly className?: string | undefined
}

/** Hidden from screen readers: a text or label next to it carries the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ?? 'shrink-0'}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
