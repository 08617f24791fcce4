import type { TestService } from './service'

export async function createCaller(on: TestService, options: Parameters<TestService['createAccount']>[0] = {}) {
  const { accountId, apiKey } = await on.createAccount(options)
  const call = <B>(method: string, path: string, body?: unknown) => on.request<B>(apiKey, method, path, body)
  return { accountId, apiKey, call }
}
