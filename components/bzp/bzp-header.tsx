'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { toast } from '@/components/ui/toast'

interface BzpHeaderProps {
  /** Path and query of the page with this filter. */
  readonly address: string
  /** Undefined while there is nothing to clear. */
  readonly onClear: (() => void) | undefined
}

/** Not rendered anywhere, only copied, so it does not matter that the server does not know it. */
const toLink = (address: string): string => (typeof window === 'undefined' ? address : window.location.origin + address)

export function BzpHeader({ address, onClear }: BzpHeaderProps) {
  const t = useTranslations('bzp')
  return (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          {onClear && (
            <Button variant="ghost" onClick={onClear}>
              {t('clear')}
            </Button>
          )}
          <CopyButton
            size="md"
            value={toLink(address)}
            label={t('copyLink')}
            onCopied={() => toast.success(t('linkCopied'))}
          />
        </>
      }
    />
  )
}
