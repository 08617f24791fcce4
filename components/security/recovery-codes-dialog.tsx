'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Dialog } from '@/components/ui/overlay/dialog'
import { saveFile } from '@/components/ui/save-file'
import { useUnloadWarning } from '@/components/ui/use-unload-warning'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Prints only the codes, without the page behind and without buttons. */
const ON_PAPER = `@media print {
  body > :not(:has([data-codes])), [data-screen] { display: none !important }
  [data-codes], [data-codes] * { color: #000 !important; background: none !important }
}`

/** Shows the codes once. It closes only after the user confirms that they are saved. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const t = useTranslations('security.recovery.dialog')
  const { email } = useViewer()
  useUnloadWarning(true)
  const text = `${t('head', { email })}\n\n${codes.join('\n')}\n`
  const download = () => saveFile(t('file'), new Blob([text], { type: 'text/plain;charset=utf-8' }))
  return (
    <Dialog title={t('title')} onClose={() => undefined} isDismissable={false}>
      <style>{ON_PAPER}</style>
      <div className="space-y-4" data-codes="">
        <p className="hidden print:block">{t('head', { email })}</p>
        <p data-screen="">{t('text')}</p>
        <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border bg-hover px-4 py-3 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2" data-screen="">
          <CopyButton value={codes.join('\n')} label={t('copy')} autoFocus />
          <Button size="sm" onClick={download}>
            <Icon name="download" size={14} />
            {t('download')}
          </Button>
          <Button size="sm" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        <div className="flex justify-end" data-screen="">
          <Button variant="primary" onClick={onDone}>
            {t('done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
