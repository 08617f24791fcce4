import 'server-only'
import type { Logger } from 'pino'

import type { AnchorPlace } from '@/lib/features/audit/audit-anchors'
import type { AskForPassword } from '@/lib/features/auth/forgotten-password'
import type { SignIn } from '@/lib/features/auth/sign-in'
import type { SetUp } from '@/lib/features/setup/set-up'
import type { Env } from '@/lib/panel/env'
import type { WatchedJobs } from '@/lib/panel/health/health'
import type { MailService } from '@/lib/panel/mail/mailer'
import type { PanelSecrets } from '@/lib/panel/secrets/panel-secrets'
import type { Service } from '@/lib/service/service'
import type { Storage } from '@/lib/storage/storage'

/** What one process has, made once by `start` before the first request. */
export type Runtime = {
  readonly env: Env
  readonly storage: Storage
  readonly log: Logger
  readonly signIn: SignIn
  readonly askForPassword: AskForPassword
  readonly mail: MailService
  readonly anchors: AnchorPlace
  /** Encrypts session cookies and seals keys: the present one. Never leaves the server. */
  readonly secret: string
  /** The present one, and those before, which are only opened with. */
  readonly secrets: PanelSecrets
  /** The embedded service; undefined in remote mode. */
  readonly service: Service | undefined
  /** Periodic work of the panel, added as it starts; the service knows of its own. */
  readonly watchedJobs: WatchedJobs[]
  /** Read by scripts/start.mjs too: whether the sample users may come in now. */
  usesSampleData(): Promise<boolean>
  readonly setUp: SetUp
  /**
   * Read by scripts/start.mjs too: where this installation is set up, with a token that is good for it once; undefined where that is
   * done, or nobody is asked to. `base` is the address of the pages.
   */
  setupAddress(base: string): Promise<string | undefined>
  /** Aborted by `endWaits`. */
  readonly stopping: AbortSignal
  /** Ends the answers that wait for something, the service's too: first of all when the process stops, for servers wait for them. */
  endWaits(): void
  stop(): Promise<void>
}

// On globalThis because Next loads modules in more than one graph: instrumentation's copy starts what the routes' copy uses.
const KEY = Symbol.for('registers-panel.runtime')
type Holder = { [KEY]?: Runtime }
/** Sound: the symbol is ours alone, and only `setRuntime` writes it. */
const holder = (): Holder => globalThis as Holder

export function setRuntime(runtime: Runtime): void {
  holder()[KEY] = runtime
}

export function getRuntime(): Runtime {
  const runtime = holder()[KEY]
  if (!runtime) throw new Error('The process has not been started through instrumentation.ts')
  return runtime
}
