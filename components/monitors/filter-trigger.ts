import { classNames } from '@/components/ui/class-names'

/** A chip that opens something: dashed while it narrows nothing, filled while it does. */
export const triggerClass = (isOn: boolean): string =>
  classNames(
    'inline-flex h-8 max-w-64 items-center gap-1.5 rounded-md border px-2.5 whitespace-nowrap transition-colors',
    isOn
      ? 'border-accent-line bg-accent-soft font-medium text-accent-ink'
      : 'border-dashed border-edge/60 text-muted hover:bg-hover',
  )
