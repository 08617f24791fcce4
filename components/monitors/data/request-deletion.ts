import { isApiError } from '@/lib/domain/api-error'

/** Deletes one monitor (decision 3). Throws the service's refusal. */
export async function requestDeletion(id: string): Promise<void> {
  const { call } = await import('@/lib/client/browser')
  try {
    await call('monitors.delete', { params: { id } })
  } catch (error) {
    // Somebody else was faster; it is gone, which is what was asked for.
    if (!isApiError(error) || error.status !== 404) throw error
  }
}
