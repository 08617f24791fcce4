import { setupPath } from '@/lib/domain/routes'
import type { Env } from '@/lib/panel/env'
import type { Storage } from '@/lib/storage/storage'

import { issueSetupToken, readSetupState } from './setup-token'

type SetupContext = {
  readonly storage: Pick<Storage, 'db'>
  readonly env: Pick<Env, 'remote' | 'panelUrl' | 'sampleData'>
}

/** The setup address with a new token; undefined if setup is not requested. */
export async function setupAddress({ storage, env }: SetupContext, base: string): Promise<string | undefined> {
  if ((await readSetupState(env, storage.db)) !== 'required') return undefined
  return `${base}${setupPath(await issueSetupToken(storage))}`
}
