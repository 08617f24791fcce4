'use client'

import { DeniedPage } from '@/components/layout/denied-page'
import { useViewer } from '@/components/layout/viewer'

import { ConnectionView } from './connection-view'
import { KeysView } from './keys-view'

/** Keys of the embedded service, or the connection to a remote one, whose keys belong to its own panel. */
interface SettingsApiProps {
  /** Where callers reach the embedded service, without `/v1`. */
  readonly server: string
}

export function SettingsApi({ server }: SettingsApiProps) {
  const { mode, role } = useViewer()
  if (role !== 'owner') return <DeniedPage page="settingsApi" />
  return mode === 'remote' ? <ConnectionView /> : <KeysView server={server} />
}
