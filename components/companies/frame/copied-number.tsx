'use client'

import { useTranslations } from 'use-intl'

import { CopyButton } from '@/components/ui/copy-button'

import { showNip } from './shown-number'

interface CopiedNumberProps {
  readonly kind: 'KRS' | 'NIP' | 'REGON'
  readonly value: string
}

/** `NIP 405-543-30-09` with the button that copies its bare digits. */
export function CopiedNumber({ kind, value }: CopiedNumberProps) {
  const t = useTranslations('companies')
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap tabular">
      {kind} {kind === 'NIP' ? showNip(value) : value}
      <CopyButton value={value} iconOnly label={t('copyNumber', { kind })} />
    </span>
  )
}
