'use client'

import { useTranslations } from 'use-intl'

import { Link } from '@/components/ui/link'
import { Dialog } from '@/components/ui/overlay/dialog'
import { routes } from '@/lib/domain/routes'

import { ShortcutList } from './shortcut-list'

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('layout')
  return (
    <Dialog
      title={t('shortcuts.title')}
      onClose={onClose}
      footer={
        <Link href={routes.help} onClick={onClose} className="underline underline-offset-2">
          {t('shortcuts.allHelp')}
        </Link>
      }
    >
      <ShortcutList />
    </Dialog>
  )
}
