import 'server-only'
import { hasOtherUsers } from '@/lib/features/members/statements/users'
import { readSampleContents } from '@/lib/features/sample/sample-contents'
import { sampleEmails } from '@/lib/features/sample/sample-users'
import type { SetupRequest } from '@/lib/features/setup/contract'
import type { SetUpResult } from '@/lib/features/setup/set-up'
import { chooseSample, readSetupState, type SetupState } from '@/lib/features/setup/setup-token'
import { newAccountRow } from '@/lib/service/accounts/accounts'
import { plans } from '@/lib/service/metering/plans'

import { clientAddress } from './http/client-address'
import { getRuntime } from './runtime'

export { SETUP_COOKIE } from './gateway/setup-token'

export const setupState = (): Promise<SetupState> => {
  const { env, storage } = getRuntime()
  return readSetupState(env, storage.db)
}

/** Nobody can sign in yet, so every page redirects to the setup page. */
export async function needsSetup(): Promise<boolean> {
  const runtime = getRuntime()
  if ((await setupState()) !== 'required' || runtime.env.singleSignOn || (await runtime.usesSampleData())) return false
  return !(await hasOtherUsers(runtime.storage.db, sampleEmails))
}

export async function readSetup() {
  const runtime = getRuntime()
  const { env } = runtime
  const passwordAt: 'variable' | 'file' = env.demoPassword === undefined ? 'file' : 'variable'
  return {
    state: await setupState(),
    remote: env.remote ? new URL(env.remote.url).host : null,
    /** File with the password of the sample users; null when sample users cannot sign in. */
    samplePasswordAt: (await runtime.usesSampleData()) ? passwordAt : null,
    provider: env.singleSignOn?.name ?? null,
    localPasswords: env.localPasswords,
    /** The account's required slug, because new users of the provider become its members. */
    fixedSlug: env.singleSignOn && !env.remote ? env.singleSignOn.account : null,
    plans: Object.entries(plans).map(([tier, { name, limits }]) => ({ tier, name, limits })),
  }
}

export const hasSampleData = async (): Promise<boolean> =>
  (await readSampleContents(getRuntime().storage.db)) !== undefined

export const chooseSampleWorld = (): Promise<void> => chooseSample(getRuntime().storage.db)

/** Throws ZodError for invalid limits. */
export function setUpWith({ token, account, owner }: SetupRequest, headers: Headers): Promise<SetUpResult> {
  const { env, setUp } = getRuntime()
  const createsAccount = account !== undefined && !env.remote
  return setUp({
    token,
    account: createsAccount ? newAccountRow(account, new Date()) : undefined,
    email: owner.email,
    password: env.localPasswords ? owner.password : null,
    address: clientAddress(headers),
  })
}
