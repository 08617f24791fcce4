import type { PanelSecrets } from '@/lib/panel/secrets/panel-secrets'
import type { Runtime } from '@/lib/server/runtime'

const KEY = Symbol.for('registers-panel.runtime')

/** Sets the parts of a started process that `lib/server` needs in a test of one module. */
export function setTestRuntime(parts: {
  secret?: string
  env?: Partial<Runtime['env']>
  log?: Pick<Runtime['log'], 'error'> & Partial<Pick<Runtime['log'], 'warn'>>
  storage?: Runtime['storage']
  mail?: Runtime['mail']
  service?: Runtime['service']
  anchors?: Runtime['anchors']
  stopping?: Runtime['stopping']
}): void {
  const { secret } = parts
  const secrets: PanelSecrets | undefined =
    secret === undefined ? undefined : { current: () => secret, all: () => [secret], reload: () => undefined }
  Object.assign(globalThis, { [KEY]: { secrets, ...parts } })
}
