import { type IconName, iconPaths } from './icon-paths'

interface IconProps {
  readonly name: IconName
  /** Only for an icon that stands alone; beside a text it stays silent. */
  readonly label?: string | undefined
  /** Pixels; 16 when not given. */
  readonly size?: number
  readonly className?: string | undefined
}

export function Icon({ name, label, size = 16, className }: IconProps) {
  const a11y = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ?? 'shrink-0'}
      {...a11y}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
