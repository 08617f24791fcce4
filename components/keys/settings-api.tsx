'use client'

import { useViewer } from '@/components/layout/viewer'

import { ConnectionView } from './connection-view'
import { KeysView } from './keys-view'

/** Keys of the embedded service, or the connection to a remote one, whose keys belong to its own panel. */
export function SettingsApi() {
  return useViewer().mode === 'remote' ? <ConnectionView /> : <KeysView />
}
