import 'server-only'
import { hasUsersBeside } from '@/lib/features/members/statements/users'
import { readSampleContents } from '@/lib/features/sample/sample-contents'
import { sampleEmails } from '@/lib/features/sample/sample-users'
import type { SetupRequest } from '@/lib/features/setup/contract'
import type { SetUpResult } from '@/lib/features/setup/set-up'
import { chooseSample, readSetupState, type SetupState } from '@/lib/features/setup/setup-token'
import { newAccountRow } from '@/lib/service/accounts/accounts'
import { plans } from '@/lib/service/metering/plans'

import { clientAddress } from './http/client-address'
import { getRuntime } from './runtime'

export { SETUP_COOKIE } from './door/setup-token'

export const setupState = (): Promise<SetupState> => {
  const { env, storage } = getRuntime()
  return readSetupState(env, storage.db)
}

/** Nobody could sign in: whoever comes is led to setting up wherever they go. */
export async function isNobodyHere(): Promise<boolean> {
  const runtime = getRuntime()
  if ((await setupState()) !== 'asked' || runtime.env.singleSignOn || (await runtime.usesSampleData())) return false
  return !(await hasUsersBeside(runtime.storage.db, sampleEmails))
}

/** What the page of the first run has to know. */
export async function readSetup() {
  const runtime = getRuntime()
  const { env } = runtime
  const passwordAt: 'variable' | 'file' = env.demoPassword === undefined ? 'file' : 'variable'
  return {
    state: await setupState(),
    remote: env.remote ? new URL(env.remote.url).host : null,
    /** Where the password of the sample users stands; null where nobody may come in as one of them. */
    samplePasswordAt: (await runtime.usesSampleData()) ? passwordAt : null,
    provider: env.singleSignOn?.name ?? null,
    localPasswords: env.localPasswords,
    /** What the account has to be called, because new people of the provider become members of it. */
    fixedSlug: env.singleSignOn && !env.remote ? env.singleSignOn.account : null,
    plans: Object.entries(plans).map(([tier, { name, limits }]) => ({ tier, name, limits })),
  }
}

export const hasSampleData = async (): Promise<boolean> =>
  (await readSampleContents(getRuntime().storage.db)) !== undefined

export const chooseSampleWorld = (): Promise<void> => chooseSample(getRuntime().storage.db)

/** Throws ZodError for limits that are none. */
export function setUpWith({ token, account, owner }: SetupRequest, headers: Headers): Promise<SetUpResult> {
  const { env, setUp } = getRuntime()
  const isMade = account !== undefined && !env.remote
  return setUp({
    token,
    account: isMade ? newAccountRow(account, new Date()) : undefined,
    email: owner.email,
    password: env.localPasswords ? owner.password : null,
    address: clientAddress(headers),
  })
}
