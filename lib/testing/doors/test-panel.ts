import { NextRequest } from 'next/server'
import { pino } from 'pino'

import { roles } from '@/lib/domain/roles'
import { anchorTargetOf } from '@/lib/features/audit/audit-anchors'
import { startSession, resumeSession } from '@/lib/features/auth/sessions'
import { findUserByEmail } from '@/lib/features/members/statements/users'
import { ensureSampleUsers } from '@/lib/features/sample/sample-users'
import { readEnv } from '@/lib/panel/env'
import { createMailService } from '@/lib/panel/mail/mailer'

import { setTestRuntime } from '../panel-runtime'
import { startTestService, type TestService } from '../service'
import { setSignedIn } from '../signed-in'

/** PANEL_URL of a panel in process. */
export const TEST_ORIGIN = 'http://panel.test:3000'
const SECRET = 'secret-of-the-tests-secret-of-the-tests'

type EntryPoint = (request: NextRequest) => Promise<Response>
/** The two entry points of `lib/server/http`; the test loads them, because it replaces modules first. */
export type PanelEntryPoints = { readonly proxy: EntryPoint; readonly handlePanelRequest: EntryPoint }

export type PanelAnswer = {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
  readonly headers: Headers
}
export type PanelCall = {
  readonly method?: string
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}
export type TestPanel = {
  readonly testService: TestService
  /** Starts a session of a member of an account who has just proved their identity. Returns its id. */
  signIn(email: string, slug?: string): Promise<string>
  /** Sends a request in a session; null: without one. Its headers are only the given ones and the Host. */
  request(session: string | null, path: string, call?: PanelCall): Promise<PanelAnswer>
  stop(): Promise<void>
}

/** Opens a panel with sample data in this process, like `lib/server/start` but without pages, ports and jobs. */
export async function openTestPanel({ proxy, handlePanelRequest }: PanelEntryPoints): Promise<TestPanel> {
  const testService = await startTestService({ engine: 'sqlite', content: 'sample' })
  const { storage, service, place } = testService
  const envResult = readEnv({
    DATA_DIR: place.dataDir,
    PANEL_URL: TEST_ORIGIN,
    SAMPLE_DATA: 'on',
    DELIVERY_ALLOW_PRIVATE: '127.0.0.1',
  })
  if (!envResult.ok) throw new Error(envResult.problem)
  const { env } = envResult
  const log = pino({ level: 'silent' })
  await ensureSampleUsers(storage.db, 'password-of-the-tests', new Date())
  let session: string | null = null
  setSignedIn(() => sessionIn(testService, session))
  setTestRuntime({
    secret: SECRET,
    env,
    log,
    storage,
    service,
    mail: createMailService(env, () => SECRET, log),
    anchors: anchorTargetOf(undefined),
    stopping: new AbortController().signal,
  })
  return {
    testService,
    signIn: (email, slug) => startTestSession(testService, email, slug),
    request: async (caller, path, { method = 'GET', text, headers = {} } = {}) => {
      const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
      const cookie: Record<string, string> = caller === null ? {} : { cookie: 'session=of-this-caller' }
      const { host } = new URL(TEST_ORIGIN)
      const init = {
        method,
        headers: { host, ...type, ...cookie, ...headers },
        ...(text !== undefined && { body: text }),
      }
      const request = new NextRequest(`${TEST_ORIGIN}${path}`, init)
      // The entry points read it before they wait for anything.
      session = caller
      return read(await (path.startsWith('/api/panel') ? handlePanelRequest(request) : proxy(request)))
    },
    stop: async () => {
      setTestRuntime({})
      setSignedIn(() => undefined)
      await testService.stop()
    },
  }
}

async function startTestSession({ storage: { db } }: TestService, email: string, slug = 'demo-pro'): Promise<string> {
  const user = await findUserByEmail(db, email)
  const account = await db.selectFrom('accounts').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
  if (user === undefined) throw new Error(`There is no ${email}`)
  const browser = { method: 'password', secondFactor: false, address: '127.0.0.1', device: 'a test' } as const
  return startSession(db, { userId: user.id, accountId: account.id, ...browser }, new Date())
}

/** Reads the session with every call like `lib/server/session`, so that a changed role or account applies at once. */
async function sessionIn({ storage: { db } }: TestService, id: string | null): Promise<unknown> {
  const live = id === null ? undefined : await resumeSession(db, id, { now: new Date() })
  if (live === undefined) return undefined
  const { account_id, slug, name, plan, state, limits, spend_cap_pln, account_created_at, sealed_api_key } = live
  const { email, user_name, locale, theme, role } = live
  return {
    id: live.id,
    user: { id: live.user_id, email, name: user_name, locale, theme, role },
    method: live.method,
    provedAt: live.proved_at,
    hasSecondFactor: live.second_factor === 1,
    account: {
      id: account_id,
      slug,
      name,
      plan,
      state,
      createdAt: account_created_at,
      sealed_api_key,
      secondFactorRequiredAt: live.second_factor_required_at,
      spendingRoles: live.spending_roles,
      row: { id: account_id, slug, name, plan, state, limits, spend_cap_pln, created_at: account_created_at },
    },
  }
}

async function read(answer: Response): Promise<PanelAnswer> {
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  const body: unknown = isJson ? parseJsonOrText(text) : text
  // Safe: the code is undefined if the answer has another shape.
  const code = (body as { detail?: { code?: string } } | null)?.detail?.code
  return { status: answer.status, code, body, headers: answer.headers }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Members of the sample account that has one of every role. */
export const sampleMembers = roles.map((role) => ({ role, email: `${role}@demo.test` }))
