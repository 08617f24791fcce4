'use client'

import { type ReactNode, useState, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlay/dialog'

import type { MadeKey } from './made-key'
import { SecretView } from './secret-view'

interface SecretDialogProps {
  /** Until the key is made. */
  readonly title: string
  readonly onClose: () => void
  /** The question before; `onSending` while the answer is on its way. */
  readonly children: (steps: {
    readonly onMade: (made: MadeKey) => void
    readonly onSending: (isSending: boolean) => void
  }) => ReactNode
}

/** A form first, then the key once. While it is to be seen every way of closing asks again, but for Done after copying. */
export function SecretDialog({ title: asked, onClose, children }: SecretDialogProps) {
  const t = useTranslations('keys.dialog')
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const guard = useSecretLeaveGuard(made !== null, () => setIsLeaving(true))
  const close = () => {
    if (made === null) onClose()
    // Esc on the question goes back to the key: leaving it is never the easy way.
    else setIsLeaving((wasLeaving) => !wasLeaving)
  }
  const leave = () => {
    onClose()
    guard.release()
  }
  const title = made === null ? asked : t(isLeaving ? 'leaveTitle' : 'secretTitle', { name: made.name })
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => !isOpen && close()} isDismissable={!isSending} size="md">
      {made === null && children({ onMade: setMade, onSending: setIsSending })}
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

interface SecretLeaveProps {
  readonly isCopied: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** The second question before the key is gone for good. The focus starts on going back to it. */
function SecretLeave({ isCopied, onStay, onLeave }: SecretLeaveProps) {
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

/**
 * While active, no way out of the page is silent: closing the tab asks (`beforeunload`), and Back and the command palette
 * call `onAttempt` instead. `release` takes back the history entry that catches Back; call it when the guard ends.
 */
function useSecretLeaveGuard(isActive: boolean, onAttempt: () => void) {
  const attempt = useEffectEvent(onAttempt)
  useEffect(() => {
    if (!isActive) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const stay = () => window.history.pushState(null, '', window.location.href)
    stay()
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal })
    window.addEventListener(
      'popstate',
      () => {
        stay()
        attempt()
      },
      { signal },
    )
    document.addEventListener('keydown', blockPalette, { capture: true, signal })
    return () => controller.abort()
  }, [isActive])
  return { release: () => window.history.back() }
}

function blockPalette(event: KeyboardEvent) {
  if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault()
    event.stopPropagation()
  }
}
