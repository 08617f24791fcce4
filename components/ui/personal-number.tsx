'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { classNames } from './class-names'
import { Icon } from './icon'
import { Tooltip } from './overlay/tooltip'
import { Spinner } from './spinner'

const SHOWN_MS = 30_000

export interface PersonalNumberProps {
  /** As the server sent it, e.g. `44•••••••59`. */
  readonly masked: string
  /** Fetches the number, which stays in the page only while it is shown. */
  readonly onReveal: () => Promise<string>
  readonly onFail: (error: unknown) => void
  /** Why the number may not be revealed. */
  readonly disabledReason?: string | undefined
  readonly className?: string | undefined
}

/** A masked number with a button that reveals it for 30 seconds or until the component unmounts. */
export function PersonalNumber({ masked, onReveal, onFail, disabledReason, className }: PersonalNumberProps) {
  const t = useTranslations('common.personal')
  const [value, setValue] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  useEffect(() => {
    if (value === undefined) return undefined
    const timer = setTimeout(() => setValue(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [value])
  const reveal = async () => {
    setIsPending(true)
    await onReveal().then(setValue, onFail)
    setIsPending(false)
  }
  const isBlocked = isPending || disabledReason !== undefined
  const label = value === undefined ? t('reveal', { number: masked }) : t('hide', { number: masked })
  const toggle = () => {
    if (isBlocked) return
    if (value === undefined) void reveal()
    else setValue(undefined)
  }
  const button = (describedBy?: string) => (
    <button
      type="button"
      aria-label={label}
      aria-pressed={value !== undefined}
      aria-disabled={isBlocked}
      aria-busy={isPending || undefined}
      aria-describedby={describedBy}
      onClick={toggle}
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-sm text-muted',
        isBlocked ? 'cursor-not-allowed opacity-60' : 'hover:bg-ink/10',
      )}
    >
      {isPending ? <Spinner /> : <Icon name={value === undefined ? 'eye' : 'eye-off'} size={14} />}
    </button>
  )
  return (
    <span className={classNames('inline-flex max-w-full min-w-0 items-center gap-0.5', className)}>
      <span className="truncate tabular">{value ?? masked}</span>
      {disabledReason === undefined ? button() : <Tooltip text={disabledReason}>{button}</Tooltip>}
    </span>
  )
}
