'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Dialog } from '@/components/ui/dialog'

import { CreateKeyForm } from './create-key-form'
import { SecretLeave } from './secret-leave'
import { SecretView } from './secret-view'
import { useLeaveGuard } from './use-leave-guard'

/** The full key, in this component's state and nowhere else: no cache, no storage, no address ever has it. */
export type MadeKey = { readonly name: string; readonly secret: string }

/** Name first, then the key once. While it is to be seen every way of closing asks again, but for Done after copying. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('keys.dialog')
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const guard = useLeaveGuard(made !== null, () => setIsLeaving(true))
  const close = () => {
    if (made === null) onClose()
    // Esc on the question goes back to the key: leaving it is never the easy way.
    else setIsLeaving((wasLeaving) => !wasLeaving)
  }
  const leave = () => {
    onClose()
    guard.release()
  }
  const title = made === null ? t('title') : t(isLeaving ? 'leaveTitle' : 'secretTitle', { name: made.name })
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && close()} isDismissable={!isSending} size="md">
      {made === null && <CreateKeyForm onMade={setMade} onSending={setIsSending} onCancel={onClose} />}
      {made !== null && isLeaving && (
        <SecretLeave isCopied={isCopied} onStay={() => setIsLeaving(false)} onLeave={leave} />
      )}
      {made !== null && !isLeaving && (
        <SecretView
          made={made}
          isCopied={isCopied}
          onCopied={() => setIsCopied(true)}
          // Who has copied it and says so is done; any other way of closing may be a slip.
          onDone={() => (isCopied ? leave() : setIsLeaving(true))}
        />
      )}
    </Dialog>
  )
}
