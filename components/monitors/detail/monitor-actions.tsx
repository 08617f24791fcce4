'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { OperationAnswer } from '@/lib/client/client'

import { createSelectionStore } from '../selection/selection-store'
import { CertificateButton } from './certificate-button'

const MonitorRowEditor = lazyComponent(async () => (await import('../table/row-editor')).MonitorRowEditor)
const DeleteMonitorDialog = lazyComponent(
  async () => (await import('../table/delete-monitor-dialog')).DeleteMonitorDialog,
)

/** What can be done with one monitor: edit label and tags, stop watching, and its certificate. */
export function MonitorActions({ monitor }: { readonly monitor: OperationAnswer<'monitors.get'> }) {
  const t = useTranslations('monitors-detail.actions')
  const [opened, setOpened] = useState<'editor' | 'deletion'>()
  // The editor also updates a selection, which exists only in the list of monitors.
  const [store] = useState(createSelectionStore)
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = usePermission('monitors.update')
  const deletion = usePermission('monitors.delete')
  const close = () => setOpened(undefined)
  return (
    <>
      <CertificateButton id={monitor.id} />
      <Button
        ref={editButton}
        aria-haspopup="dialog"
        disabledReason={edit.reason}
        onClick={() => setOpened(opened === 'editor' ? undefined : 'editor')}
      >
        {t('edit')}
      </Button>
      <Button aria-haspopup="dialog" disabledReason={deletion.reason} onClick={() => setOpened('deletion')}>
        {t('stop')}
      </Button>
      {opened === 'editor' && (
        <MonitorRowEditor
          monitor={monitor}
          triggerRef={editButton}
          store={store}
          onClose={close}
          onDelete={() => setOpened('deletion')}
        />
      )}
      {opened === 'deletion' && <DeleteMonitorDialog monitor={monitor} store={store} onClose={close} />}
    </>
  )
}
