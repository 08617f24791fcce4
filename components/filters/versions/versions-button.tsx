'use client'

import { useTranslations } from 'use-intl'

import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { DialogButton } from '@/components/ui/overlay/dialog-button'

import type { FilterEdit } from '../editor/use-filter-draft'

const loadDialog = async () => (await import('./versions-dialog')).VersionsDialog
const VersionsDialog = lazyComponent(loadDialog)

export function VersionsButton({ edit, id }: { readonly edit: FilterEdit; readonly id: string }) {
  const t = useTranslations('filters.versions')
  return (
    <DialogButton
      preloadDialog={loadDialog}
      renderDialog={(close) => <VersionsDialog edit={edit} id={id} onClose={close} />}
    >
      {t('action')}
    </DialogButton>
  )
}
