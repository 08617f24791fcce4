'use client'

import { useTranslations } from 'use-intl'

import { Dialog } from '@/components/ui/dialog'
import { useUnloadWarning } from '@/components/ui/use-unload-warning'

import { PasteEditor } from './paste-editor'
import { PasteFooter } from './paste-footer'
import { PasteResult } from './paste-result'
import { usePaste } from './use-paste'

interface PasteDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** Adding subjects by paste. The draft lives as long as the page, so that closing by mistake loses nothing. */
export function PasteDialog({ isOpen, onOpenChange }: PasteDialogProps) {
  const t = useTranslations('monitors.paste')
  const paste = usePaste()
  const { job } = paste.jobs
  useUnloadWarning(paste.outcome === undefined && paste.text.trim() !== '')
  const close = () => {
    onOpenChange(false)
    if (paste.outcome) paste.again()
  }
  return (
    <Dialog
      title={t(paste.outcome ? 'resultTitle' : 'title')}
      isOpen={isOpen}
      onOpenChange={close}
      size="lg"
      isDismissable={job === undefined}
      footer={<PasteFooter paste={paste} onClose={close} />}
    >
      {paste.outcome ? <PasteResult outcome={paste.outcome} /> : <PasteEditor paste={paste} />}
    </Dialog>
  )
}
