'use client'

import { useTranslations } from 'use-intl'

import { CopyButton } from '@/components/ui/copy-button'

interface ShownLinkProps {
  /** Whom the link is for. */
  readonly email: string
  readonly link: string
}

/** A one-time link to copy. */
export function ShownLink({ email, link }: ShownLinkProps) {
  const t = useTranslations('members.result')
  return (
    <p className="flex items-center gap-2">
      <input
        readOnly
        value={link}
        aria-label={t('link', { email })}
        className="control min-w-0 flex-1 font-mono text-sm"
      />
      <CopyButton value={link} label={t('copy', { email })} iconOnly />
    </p>
  )
}
