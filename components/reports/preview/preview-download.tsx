'use client'

import { PurposeDialogHost } from '@/components/shared/purpose/purpose'
import { useClock } from '@/components/ui/clock'

import { DownloadButton, DownloadFailure } from '../downloads/download-button'
import { useDownloads } from '../downloads/use-downloads'
import { readExpiry } from '../report-index'

interface PreviewDownloadProps {
  readonly id: string
  /** The report's description. */
  readonly name: string
  readonly expiresAt: string | null
}

export function PreviewDownload({ id, name, expiresAt }: PreviewDownloadProps) {
  const downloads = useDownloads()
  const state = downloads.stateOf(id)
  const { state: expiry } = readExpiry(expiresAt, useClock())
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-row-reverse">
      <PurposeDialogHost question={downloads.purpose} />
      <DownloadButton name={name} expiry={expiry} state={state} onDownload={() => void downloads.start(id)} />
      <DownloadFailure state={state} expiresAt={expiresAt} onCancel={() => downloads.cancel(id)} />
    </div>
  )
}
