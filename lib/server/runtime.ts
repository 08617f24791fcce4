import 'server-only'
import type { Logger } from 'pino'

import type { AnchorTarget } from '@/lib/features/audit/audit-anchors'
import type { RequestPasswordReset } from '@/lib/features/auth/forgotten-password'
import type { SignIn } from '@/lib/features/auth/sign-in'
import type { SetUp } from '@/lib/features/setup/set-up'
import type { Env } from '@/lib/panel/env'
import type { WatchedJobs } from '@/lib/panel/health/health'
import type { MailService } from '@/lib/panel/mail/mailer'
import type { PanelSecrets } from '@/lib/panel/secrets/panel-secrets'
import type { Service } from '@/lib/service/service'
import type { Storage } from '@/lib/storage/storage'

/** Created once per process by `start`, before the first request. */
export type Runtime = {
  readonly env: Env
  readonly storage: Storage
  readonly log: Logger
  readonly signIn: SignIn
  readonly requestPasswordReset: RequestPasswordReset
  readonly mail: MailService
  readonly anchors: AnchorTarget
  /** The present secret, which encrypts session cookies and keys. Never leaves the server. */
  readonly secret: string
  /** The present secret, and earlier ones that only decrypt. */
  readonly secrets: PanelSecrets
  /** The embedded service; undefined in remote mode. */
  readonly service: Service | undefined
  /** Periodic jobs of the panel, added as they start; the service lists its own. */
  readonly watchedJobs: WatchedJobs[]
  /** Whether the sample users may sign in now. Also read by scripts/start.mjs. */
  usesSampleData(): Promise<boolean>
  readonly setUp: SetUp
  /**
   * Address of the setup page with a one-time token, also read by scripts/start.mjs; undefined when setup is done or
   * not required. `base` is the address of the pages.
   */
  setupAddress(base: string): Promise<string | undefined>
  /** Aborted by `endWaits`. */
  readonly stopping: AbortSignal
  /**
   * Ends long-polling answers, including the service's. Called first when the process stops, because servers wait for
   * open answers.
   */
  endWaits(): void
  stop(): Promise<void>
}

// On globalThis because Next loads modules in more than one graph: instrumentation's copy starts what the routes' copy
// uses.
const KEY = Symbol.for('registers-panel.runtime')
type Holder = { [KEY]?: Runtime }
/** Safe: the symbol is private, and only `setRuntime` writes it. */
const holder = (): Holder => globalThis as Holder

export function setRuntime(runtime: Runtime): void {
  holder()[KEY] = runtime
}

export function getRuntime(): Runtime {
  const runtime = holder()[KEY]
  if (!runtime) throw new Error('The process has not been started through instrumentation.ts')
  return runtime
}
