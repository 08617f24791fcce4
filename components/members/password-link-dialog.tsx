'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/overlay/dialog'

import type { PasswordLink } from './member-deed'

interface PasswordLinkDialogProps {
  readonly made: PasswordLink
  readonly onClose: () => void
}

/** It is here this once, so only the button closes it. */
export function PasswordLinkDialog({ made: { email, link }, onClose }: PasswordLinkDialogProps) {
  const t = useTranslations('members')
  return (
    <Dialog
      title={t('passwordLink.title', { email })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={false}
      size="md"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('result.close')}
        </Button>
      }
    >
      <p className="mb-3">{t('passwordLink.once')}</p>
      <p className="flex items-center gap-2">
        <input
          readOnly
          value={link}
          aria-label={t('result.link', { email })}
          className="control min-w-0 flex-1 font-mono text-sm"
        />
        <CopyButton value={link} label={t('result.copy', { email })} iconOnly />
      </p>
    </Dialog>
  )
}
