'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'

import { ShownLink } from './links-dialog'
import type { PasswordLink } from './member-dialog'

interface PasswordLinkDialogProps {
  readonly passwordLink: PasswordLink
  readonly onClose: () => void
}

/** The link is shown only here, so only the button closes the dialog. */
export function PasswordLinkDialog({ passwordLink: { email, link }, onClose }: PasswordLinkDialogProps) {
  const t = useTranslations('members')
  return (
    <Dialog
      title={t('passwordLink.title', { email })}
      onClose={onClose}
      isDismissable={false}
      size="md"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('result.close')}
        </Button>
      }
    >
      <p className="mb-3">{t('passwordLink.once')}</p>
      <ShownLink email={email} link={link} />
    </Dialog>
  )
}
