'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'

interface SecretLeaveProps {
  readonly isCopied: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** The second question before the key is gone for good. The focus starts on going back to it. */
export function SecretLeave({ isCopied, onStay, onLeave }: SecretLeaveProps) {
  const t = useTranslations('keys.dialog')
  return (
    <div className="space-y-4">
      <p role="alert">{t(isCopied ? 'leaveCopied' : 'leaveUncopied')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onStay}>
          {t('stay')}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {t('leaveAnyway')}
        </Button>
      </div>
    </div>
  )
}
