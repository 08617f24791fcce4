import { type IconName, iconPaths } from './icon-paths'

interface IconProps {
  readonly name: IconName
  /** Pixels; 16 when not given. */
  readonly size?: number
  readonly className?: string | undefined
}

/** It stays silent: whatever it stands for is said by a text or a label beside it. */
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
