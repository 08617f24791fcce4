'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from './button'
import type { ButtonSize, ButtonVariant } from './button-style'
import { Icon } from './icon'
import { toast } from './overlay/toast'

interface CopyButtonProps {
  readonly value: string
  readonly label?: string | undefined
  readonly iconOnly?: boolean | undefined
  readonly size?: ButtonSize | undefined
  readonly variant?: ButtonVariant | undefined
  readonly onCopied?: (() => void) | undefined
  readonly autoFocus?: boolean | undefined
}

function useCopy(value: string, onCopied: (() => void) | undefined) {
  const t = useTranslations('common')
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
      onCopied?.()
    } catch {
      toast.error(t('copyFailed'))
    }
  }
  return { copy, isCopied }
}

/** Shows "copied" only after the clipboard accepted the text; a refusal is shown as a toast. */
export function CopyButton({ value, label, iconOnly = false, size = 'sm', ...props }: CopyButtonProps) {
  const { variant, onCopied, autoFocus } = props
  const t = useTranslations('common')
  const { copy, isCopied } = useCopy(value, onCopied)
  const text = label ?? t('copy')
  return (
    <Button
      autoFocus={autoFocus}
      size={size}
      variant={variant ?? (iconOnly ? 'ghost' : 'secondary')}
      iconOnly={iconOnly}
      aria-label={iconOnly ? text : undefined}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      {!iconOnly && text}
      <CopiedNote isCopied={isCopied} />
    </Button>
  )
}

function CopiedNote({ isCopied }: { readonly isCopied: boolean }) {
  const t = useTranslations('common')
  return (
    <span role="status" className="sr-only">
      {isCopied ? t('copied') : ''}
    </span>
  )
}
