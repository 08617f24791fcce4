import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'

import type { MarkKind } from '../days/day-marks'

/** A sign of its own for each, so that no mark is told from another by colour alone. */
const signs: Readonly<Record<MarkKind, { readonly icon: IconName | null; readonly look: string }>> = {
  mine: { icon: 'check', look: 'bg-accent text-on-accent' },
  team: { icon: 'user', look: 'bg-accent-soft text-accent-ink' },
  archived: { icon: 'archive', look: 'bg-accent-soft text-accent-ink' },
  ready: { icon: 'download', look: 'bg-info-soft text-info-ink' },
  soon: { icon: 'clock', look: 'bg-warn-soft text-warn-ink' },
  risk: { icon: 'alert', look: 'bg-danger text-on-danger' },
  missing: { icon: 'close', look: 'border border-dashed border-danger-mark bg-danger-soft text-danger-ink' },
  empty: { icon: null, look: 'bg-chip text-chip-ink' },
  gone: { icon: 'minus', look: 'bg-chip text-chip-ink' },
  notYet: { icon: 'more', look: 'text-muted' },
  unknown: { icon: 'help', look: 'text-muted' },
  none: { icon: null, look: 'text-muted' },
}
const NO_ROWS = '0'

/** The sign alone; whoever shows it says it in words as well. */
export function Mark({ kind }: { readonly kind: MarkKind }) {
  const { icon, look } = signs[kind]
  return (
    <span
      aria-hidden
      className={classNames('tabular inline-grid size-4.5 shrink-0 place-items-center rounded-sm text-xs', look)}
    >
      {icon === null ? kind === 'empty' && NO_ROWS : <Icon name={icon} size={12} />}
    </span>
  )
}
