import type { TestService } from './service'

export async function createCaller(service: TestService, options: Parameters<TestService['createAccount']>[0] = {}) {
  const { accountId, apiKey } = await service.createAccount(options)
  const call = <B>(method: string, path: string, body?: unknown) => service.request<B>(apiKey, method, path, body)
  return { accountId, apiKey, call }
}
